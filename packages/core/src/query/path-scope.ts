import { wayTo } from '../content/field-tree.ts'
import type { Condition } from '../contracts/condition.ts'
import type { SystemField } from '../contracts/entity.ts'
import type { FieldNode } from '../contracts/field.ts'
import type { JoinOptions } from '../contracts/join.ts'
import type { LocaleChoice, Localization } from '../contracts/localization.ts'

/** What paths are resolved against: the fields of an entity or row, and which of them the caller may use. */
export interface PathScope {
  readonly slug: string
  /** Set where paths start at a row of an array or block type, not at a document. */
  readonly row?: true
  readonly fields: readonly FieldNode[]
  readonly systemFields: readonly SystemField[]
  readonly localization: Localization | null
  readonly locale: LocaleChoice | null
  /** False makes the field, and all below it, an unknown path (docs/contract/querying.md#unreadable-paths). */
  mayRead(node: FieldNode): boolean
  /** Collections that paths may go on into, by slug. One that the reader may not read at all is not among them. */
  readonly others: OtherCollections
}

export interface OtherCollections {
  get(slug: string): OtherCollection | undefined
}

/** A collection at the far end of a relationship or join, as the reader sees it. */
export interface OtherCollection extends PathScope {
  /** Where its documents are, and which of them the reader may see there; no document is in two places. */
  readonly places: readonly OtherPlace[]
  /** Of those that are visible, the ones that a join of another collection lists, beyond what its relationship says. */
  joined(join: JoinOptions, visible: Condition): Condition
}

export interface OtherPlace {
  readonly table: string
  readonly visible: Condition
}

/** Whether the field at this path, and all that it is in, may be read: what is closed on one side of a relationship is on the other. */
export function mayReadAt(path: string, scope: PathScope): boolean {
  const way = wayTo(scope.fields, path)
  return way.length > 0 && way.every((node) => scope.mayRead(node))
}
