import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { LocaleChoice, Localization } from '../../contracts/localization.ts'
import type { Call } from '../call.ts'
import type { ChangedList } from './changed-list.ts'
import { newId } from '../new-id.ts'
import type { Issue, IssueCode } from '../../contracts/errors.ts'
import { fieldsOfRow } from '../../content/walk-content.ts'
import { issueWords } from '../../fields/issue-words.ts'

/**
 * The state of one merge of input over stored content (`applyFields`): its settings, and what the later steps of the
 * validation need.
 */
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

export const NO_LISTS: ReadonlyMap<string, ChangedList> = new Map()

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

/** Issues of an input without duplicates. A set, because an input may have as many issues as values. */
export class FoundIssues {
  readonly list: Issue[] = []
  readonly #codes = new Map<string, Set<IssueCode>>()
  /** Paths of all issues, and of their containers. */
  readonly #places = new Set<string>()

  add(code: IssueCode, path: string, message: string): void {
    const codes = this.#codes.get(path) ?? new Set()
    if (codes.has(code)) return
    this.#codes.set(path, codes.add(code))
    this.list.push({ code, path, message })
    this.#places.add(path)
    for (let end = path.indexOf('.'); end !== -1; end = path.indexOf('.', end + 1)) this.#places.add(path.slice(0, end))
  }

  isAt(path: string): boolean {
    return this.#codes.has(path)
  }

  /** Whether there is an issue at the path, or inside of its value. */
  hasAtOrBelow(path: string): boolean {
    return this.#places.has(path)
  }
}

const ROW_ID = /^[A-Za-z0-9_-]{1,64}$/

/** The fields of a row, or of a block of a known type; reports unknown ones. */
export function blockFields(
  overlay: Overlay,
  node: FieldNode,
  given: JsonObject,
  path: string,
): readonly FieldNode[] | undefined {
  const fields = fieldsOfRow(node, given)
  if (fields) return fields
  const block = given['blockType']
  if (block === undefined || block === null) overlay.issues.add('required', `${path}.blockType`, issueWords.required)
  else if (typeof block !== 'string') addRowIssue(overlay, 'type', `${path}.blockType`, 'must be text')
  else addRowIssue(overlay, 'option', `${path}.blockType`, `must be one of: ${Object.keys(node.blocks).join(', ')}`)
  return undefined
}

/** The given id of a row or a new one, unique within its list. */
export function rowId(overlay: Overlay, given: JsonObject, seen: Set<JsonValue>, path: string): JsonValue {
  const id = given['id'] ?? overlay.newRowId()
  if (typeof id !== 'string') addRowIssue(overlay, 'type', `${path}.id`, 'must be text')
  else if (!ROW_ID.test(id)) addRowIssue(overlay, 'format', `${path}.id`, 'must be 1 to 64 letters, digits, - or _')
  else if (seen.has(id)) addRowIssue(overlay, 'unique', `${path}.id`, 'is the id of another row')
  seen.add(id)
  return id
}

/** Values in rows of a translation don't fall back, so missing ones are reported. */
export function insideRow(overlay: Overlay): Overlay {
  return overlay.isTranslation ? { ...overlay, isTranslation: false } : overlay
}

export function addRowIssue(overlay: Overlay, code: IssueCode, path: string, what: string): null {
  overlay.issues.add(code, path, `${what.charAt(0).toUpperCase()}${what.slice(1)}.`)
  return null
}
