import { wayTo } from '../content/field-tree.ts'
import type { Condition } from '../contracts/condition.ts'
import type { SystemField } from '../contracts/entity.ts'
import type { FieldNode, JoinOptions } from '../contracts/field.ts'
import type { LocaleChoice, Localization } from '../contracts/localization.ts'
import type { FilteredTable } from '../contracts/source.ts'

/** Where the paths of a query start: the fields of an entity or row, and which of them the caller may read. */
export interface PathRoot {
  readonly slug: string
  /** Set if paths start at a row of an array or block type, not at a document. */
  readonly row?: true
  readonly fields: readonly FieldNode[]
  readonly systemFields: readonly SystemField[]
  readonly localization: Localization | null
  readonly locale: LocaleChoice | null
  /** False makes the field, and all below it, an unknown path (docs/contract/querying.md#unreadable-paths). */
  mayRead(node: FieldNode): boolean
  /** Collections that paths may lead into, by slug. Excludes those that the reader may not read at all. */
  readonly others: OtherCollections
}

export interface OtherCollections {
  get(slug: string): OtherCollection | undefined
}

/** The target collection of a relationship or join, as the reader sees it. */
export interface OtherCollection extends PathRoot {
  /** The tables of its documents, and which of them the reader may see there. The conditions are disjoint. */
  readonly tables: readonly FilteredTable[]
  /** Restricts visible documents to those that a join of another collection lists (the join's own `where`). */
  joined(join: JoinOptions, visible: Condition): Condition
}

/**
 * Whether the reader may read the field at this path and all fields around it. Joins check the relationship on the
 * other side with it.
 */
export function mayReadAt(path: string, root: PathRoot): boolean {
  const way = wayTo(root.fields, path)
  return way.length > 0 && way.every((node) => root.mayRead(node))
}
