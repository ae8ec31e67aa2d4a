import type { FieldNode } from '../../contracts/field.ts'
import type { JsonValue } from '../../contracts/json.ts'
import type { LocaleChoice, Localization } from '../../contracts/localization.ts'
import type { Call } from '../call.ts'
import type { ChangedList } from './changed-list.ts'
import { newId } from '../new-id.ts'
import { FoundIssues } from './found-issues.ts'

/** One laying of input over stored content, and what it found out. */
export interface Overlay {
  readonly localization: Localization | null
  readonly locale: LocaleChoice | null
  /** Also looks for what the content underneath lacks: a copy must be as complete as what is written by hand. */
  readonly checksBase: boolean
  /** What is required or too short is not reported: a draft may be incomplete (docs/contract/drafts-and-versions.md#incomplete-drafts). */
  readonly mayBeIncomplete: boolean
  /** What is written belongs to another locale than the default one, for which alone `required` speaks: null takes it away. */
  readonly isTranslation: boolean
  readonly newRowId: () => string
  /** Lists that were made of stored ones, by path: what they kept is not checked again. */
  readonly changedLists: ReadonlyMap<string, ChangedList>
  readonly issues: FoundIssues
  /** Fields whose value was made from their siblings, by the name of the unique index that their value would be in. */
  readonly derived: Map<string, FieldNode>
  /** Every written relationship, one by one, so that its target can be looked up. */
  readonly relationships: WrittenValue[]
  /** Every written value of a field with a `validate` of its own, as it was given. */
  readonly validated: WrittenValue[]
}

const NO_LISTS: ReadonlyMap<string, ChangedList> = new Map()

export interface WrittenValue {
  readonly node: FieldNode
  readonly value: JsonValue
  /** With row indexes. */
  readonly path: string
}

export function startOverlay(
  { runtime, locale, entity, copies, changedLists = NO_LISTS }: Call,
  { checksBase }: { checksBase: boolean },
): Overlay {
  return {
    localization: runtime.manifest.localization,
    locale,
    checksBase,
    mayBeIncomplete: (entity.copies?.mayBeIncomplete ?? false) && copies?.writes !== 'complete',
    isTranslation: false,
    newRowId: () => newId(runtime.clock().getTime()),
    changedLists,
    issues: new FoundIssues(),
    derived: new Map(),
    relationships: [],
    validated: [],
  }
}
