import type { FieldNode } from '../../contracts/field.ts'
import type { JsonValue } from '../../contracts/json.ts'
import type { LocaleChoice, Localization } from '../../contracts/localization.ts'
import type { Call } from '../call.ts'
import type { ChangedList } from './changed-list.ts'
import { newId } from '../new-id.ts'
import { FoundIssues } from './found-issues.ts'

/** State and results of merging input into stored content. */
export interface Overlay {
  readonly localization: Localization | null
  readonly locale: LocaleChoice | null
  /** Also reports missing values in the stored content, for copies. */
  readonly checksBase: boolean
  /**
   * Incomplete drafts: doesn't report missing or too short values
   * (docs/contract/drafts-and-versions.md#incomplete-drafts).
   */
  readonly mayBeIncomplete: boolean
  /** The write concerns a locale other than the default one, where `required` doesn't apply: null removes the value. */
  readonly isTranslation: boolean
  readonly newRowId: () => string
  /** Lists from relative changes, by path: their unchanged elements are not validated again. */
  readonly changedLists: ReadonlyMap<string, ChangedList>
  readonly issues: FoundIssues
  /** Derived values, by the name of their unique index. */
  readonly derived: Map<string, FieldNode>
  /** All written relationships, to check their targets. */
  readonly relationships: WrittenValue[]
  /** All written values of fields with `validate`, in their original form. */
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
