import { counted } from '../../contracts/answer-schemas.ts'
import type { IssueCode } from '../../contracts/errors.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import {
  prefixInside,
  emptyValue,
  isEmpty,
  isByLocale,
  mapLocales,
  mapObjects,
  type RowsById,
  rowsById,
  sameRow,
  startRow,
  dataOf,
  holdsTextBlocks,
  mapTextBlocks,
  textBlocks,
} from '../../content/walk-content.ts'
import { isObject } from '../../content/json-object.ts'
import { issueWords } from '../../fields/issue-words.ts'
import { rowBounds } from '../../fields/row-bounds.ts'
import { isSameValue } from './changed-list.ts'
import { nullFields, withDerived } from './added-values.ts'
import { addRowIssue, blockFields, insideRow, type Overlay, rowId } from './overlay.ts'
import { MOST_MENTIONS, tooManyMentions } from '../../fields/check-rich-text.ts'

/**
 * Merges input into stored content: validates and normalizes it, and returns the complete new content. Unsent fields
 * keep their value (`oldContent`) or get their default. Rows are matched by `id`, so unsent fields and other locales
 * keep their values (docs/contract/localization.md#writing-a-locale).
 */
export function applyFields(
  overlay: Overlay,
  fields: readonly FieldNode[],
  input: JsonObject,
  oldContent: JsonObject | null,
  prefix = '',
): JsonObject {
  const next: JsonObject = {}
  const given = oldContent ? input : withDerived(overlay, fields, input, prefix)
  for (const node of fields) {
    if (node.structure === 'computed') continue
    const path = prefix + node.name
    const old = oldContent?.[node.name]
    const value = given[node.name]
    if (value !== undefined) {
      next[node.name] = node.localized
        ? applyLocales(overlay, node, value, old, path)
        : applyValue(overlay, node, value, old, path)
    } else if (!oldContent || (overlay.checksBase && isEmpty(old))) next[node.name] = applyNothing(overlay, node, path)
    else next[node.name] = overlay.checksBase ? applyBase(overlay, node, old ?? null, path) : (old ?? emptyValue(node))
  }
  return next
}

/** Value of a field that is missing in a new document or row. */
function applyNothing(overlay: Overlay, node: FieldNode, path: string): JsonValue {
  if (node.structure === 'group' && !node.localized) return applyFields(overlay, node.fields, {}, null, `${path}.`)
  if (node.required) reportMissing(overlay, path, node.localized)
  return emptyValue(node)
}

/** An unchanged value of a copy: reports missing values inside. */
function applyBase(overlay: Overlay, node: FieldNode, old: JsonValue, path: string): JsonValue {
  const defaultLocale = overlay.localization?.defaultLocale ?? ''
  if (node.required && isByLocale(node, old, true) && isEmpty(old[defaultLocale])) reportMissing(overlay, path)
  return mapLocales(node, old, true, (value) => baseValue(overlay, node, value, path))
}

function baseValue(overlay: Overlay, node: FieldNode, old: JsonValue, path: string): JsonValue {
  // A missing translation is null, whatever the empty value of the field is.
  if (node.localized && old === null) return null
  // A value from before the field was a group counts as empty.
  if (node.structure === 'group' && !isObject(old)) return node.localized ? null : applyNothing(overlay, node, path)
  return mapObjects(node, old ?? emptyValue(node), (fields, object, index) =>
    applyFields(overlay, fields, {}, object, prefixInside(path, index)),
  )
}

function applyLocales(
  overlay: Overlay,
  node: FieldNode,
  given: JsonValue,
  old: JsonValue | undefined,
  path: string,
): JsonValue {
  if (!overlay.locale || !overlay.localization) return applyValue(overlay, node, given, old, path)
  const byLocale: JsonObject = isObject(old) ? { ...old } : {}
  if (overlay.locale.all) {
    if (given !== null && !isObject(given)) {
      return addRowIssue(overlay, 'type', path, 'must be an object of locale to value')
    }
    if (given === null) for (const locale of Object.keys(byLocale)) delete byLocale[locale]
    for (const [locale, value] of Object.entries(given ?? {})) {
      if (!overlay.localization.locales.includes(locale))
        addRowIssue(overlay, 'unknown_field', path, `has no locale "${locale.slice(0, 64)}"`)
      else byLocale[locale] = applyLocale(overlay, node, locale, value, byLocale[locale], path)
    }
  } else {
    const { locale } = overlay.locale
    byLocale[locale] = applyLocale(overlay, node, locale, given, byLocale[locale], path)
  }
  const written = overlay.locale.all || overlay.locale.locale === overlay.localization.defaultLocale
  // Writing another locale leaves the default one empty: reported once, unless the value itself has an issue.
  const isMissing = isEmpty(byLocale[overlay.localization.defaultLocale])
  if (node.required && isMissing && (!written || !overlay.issues.isAt(path))) reportMissing(overlay, path, true)
  return byLocale
}

/** The value of one locale. Null removes the translation, so that reads fall back. */
function applyLocale(
  overlay: Overlay,
  node: FieldNode,
  locale: string,
  given: JsonValue,
  old: JsonValue | undefined,
  path: string,
): JsonValue {
  if (locale === overlay.localization?.defaultLocale) return applyValue(overlay, node, given, old, path)
  return given === null ? null : applyValue({ ...overlay, isTranslation: true }, node, given, old, path)
}

function applyValue(
  overlay: Overlay,
  node: FieldNode,
  given: JsonValue,
  old: JsonValue | undefined,
  path: string,
): JsonValue {
  if (node.required && isEmpty(given) && !(overlay.isTranslation && given === null)) reportMissing(overlay, path)
  if (node.options.validate && given !== null) overlay.validated.push({ node, value: given, path })
  switch (node.structure) {
    case 'group': {
      const sent = given ?? nullFields(node.fields)
      if (!isObject(sent)) return addRowIssue(overlay, 'type', path, 'must be an object')
      return applyFields(overlay, node.fields, sent, isObject(old) ? old : null, `${path}.`)
    }
    case 'rows':
    case 'blocks':
      return applyRows(overlay, node, given ?? [], rowsById(old), path)
    case 'computed':
      return null
    case 'value':
      if (node.many) return applyMany(overlay, node, given ?? [], path)
      return applyText(overlay, node, applyOne(overlay, node, given, path), old, path)
  }
}

function applyOne(overlay: Overlay, node: FieldNode, given: JsonValue, path: string): JsonValue {
  if (given === null) return null
  const problems = overlay.mayBeIncomplete ? node.check(given).filter(isWrongInDrafts) : node.check(given)
  // An empty required text is reported as missing, not also as too short.
  const isReported = node.required && given === ''
  for (const problem of problems) {
    if (!isReported)
      overlay.issues.add(problem.code, problem.path === '' ? path : `${path}.${problem.path}`, problem.message)
  }
  if (problems.length > 0) return null
  const value = node.normalize(given)
  if (node.targets.length > 0) overlay.relationships.push({ node, value, path })
  // The original form: derived parts are not stored, but must be valid.
  else if (node.type.mentions) overlay.relationships.push({ node, value: given, path })
  return value
}

/** Texts with blocks contain fields; others are one value. */
function applyText(
  overlay: Overlay,
  node: FieldNode,
  value: JsonValue,
  old: JsonValue | undefined,
  path: string,
): JsonValue {
  return value !== null && holdsTextBlocks(node) ? applyTextBlocks(overlay, node, value, old, path) : value
}

function applyMany(overlay: Overlay, node: FieldNode, given: JsonValue, path: string): JsonValue {
  if (!Array.isArray(given)) return addRowIssue(overlay, 'type', path, 'must be a list')
  const { max } = rowBounds(node.options)
  if (given.length > max) return addRowIssue(overlay, 'max_rows', path, `must have at most ${counted(max, 'value')}`)
  const changed = overlay.changedLists.get(path)
  return given.map((element, index) => {
    const isAsChanged = changed !== undefined && isSameValue(changed.values[index], element)
    if (isAsChanged && index < changed.kept) return element
    const place = isAsChanged ? changed.places[index - changed.kept] : undefined
    const at = `${path}.${place ?? index}`
    return element === null
      ? addRowIssue(overlay, 'type', at, 'must not be null')
      : applyOne(overlay, node, element, at)
  })
}

function applyRows(overlay: Overlay, node: FieldNode, given: JsonValue, old: RowsById, path: string): JsonValue {
  if (!Array.isArray(given)) return addRowIssue(overlay, 'type', path, 'must be a list of rows')
  const { min, max } = rowBounds(node.options)
  if (given.length > max) overlay.issues.add('max_rows', path, issueWords.maxRows(max))
  if (!overlay.mayBeIncomplete && given.length < min && (given.length > 0 || node.required)) {
    overlay.issues.add('min_rows', path, issueWords.minRows(min))
  }
  const seen = new Set<JsonValue>()
  return given.map((row, index) => applyRow(overlay, node, row, old, seen, `${path}.${index}`))
}

function applyRow(
  overlay: Overlay,
  node: FieldNode,
  given: JsonValue,
  old: RowsById,
  seen: Set<JsonValue>,
  path: string,
): JsonValue {
  if (!isObject(given)) return addRowIssue(overlay, 'type', path, 'must be an object')
  const fields = blockFields(overlay, node, given, path)
  if (!fields) return null
  const id = rowId(overlay, given, seen, path)
  const next = applyFields(insideRow(overlay), fields, given, sameRow(given, old), `${path}.`)
  return Object.assign(startRow(node, id, given), next)
}

/** Drafts may be shorter than the minimum. */
function isWrongInDrafts({ code }: { readonly code: IssueCode }): boolean {
  return code !== 'min_length' && code !== 'min_rows'
}

/** `required` concerns the default locale; writers of other locales can't fill in what is missing there. */
export function reportMissing(overlay: Overlay, path: string, isLocalized = false): void {
  const { issues, locale, localization, mayBeIncomplete } = overlay
  if (mayBeIncomplete) return
  const defaultLocale = localization?.defaultLocale
  const isElsewhere = isLocalized && locale?.all === false && locale.locale !== defaultLocale
  issues.add(
    'required',
    path,
    isElsewhere ? `Is required in the default locale (${defaultLocale}).` : issueWords.required,
  )
}

/**
 * Merges the blocks of a text with stored ones, by `id` like rows: unsent fields and other locales keep their values.
 */
function applyTextBlocks(
  overlay: Overlay,
  node: FieldNode,
  text: JsonValue,
  old: JsonValue | undefined,
  path: string,
): JsonValue {
  const stored = rowsById(textBlocks(old))
  const seen = new Set<JsonValue>()
  // The text itself was just recorded, unless it is invalid.
  const first = overlay.relationships.length - 1
  const applied = mapTextBlocks(text, (attrs, at) => {
    const where = `${path}.${at}`
    const fields = blockFields(overlay, node, attrs, where)
    if (!fields) return attrs
    const id = rowId(overlay, attrs, seen, where)
    const { data = {}, blockType = null } = attrs
    if (!isObject(data)) return { ...attrs, data: addRowIssue(overlay, 'type', `${where}.data`, 'must be an object') }
    const same = sameRow(attrs, stored)
    return {
      id,
      blockType,
      data: applyFields(insideRow(overlay), fields, data, same && dataOf(same), `${where}.data.`),
    }
  })
  const named = overlay.relationships.slice(first).reduce((sum, one) => sum + mentionsIn(one.node, one.value), 0)
  if (named > MOST_MENTIONS) overlay.issues.add('max', path, tooManyMentions)
  return applied
}

function mentionsIn({ type }: FieldNode, value: JsonValue): number {
  return type.mentions ? type.mentions.in(value).length : 1
}
