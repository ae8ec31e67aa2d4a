import type { IssueCode } from '../../contracts/errors.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { isObject } from '../../content/json-object.ts'
import { fieldsOfRow, rowsOf } from '../../content/rows.ts'
import { rowBounds } from '../../fields/row-bounds.ts'
import type { Application } from './application.ts'

const ROW_ID = /^[A-Za-z0-9_-]{1,64}$/

/**
 * Lays input over stored content: checks it, normalises it and returns the complete new content in stored form. What was not given
 * stays (`before`), or starts empty. Rows are matched by `id`, so that a row keeps the sub-fields that were not sent and, in a write
 * of one locale, the values of all the others (contract 5 and 14).
 */
export function applyFields(
  app: Application,
  fields: readonly FieldNode[],
  input: JsonObject,
  before: JsonObject | null,
  prefix = '',
): JsonObject {
  const next: JsonObject = {}
  for (const node of fields) {
    if (node.structure === 'computed') continue
    const path = prefix + node.name
    const old = before?.[node.name]
    const given = input[node.name] ?? (input[node.name] === null ? null : derived(node, input, before))
    if (given !== undefined) {
      next[node.name] = node.localized
        ? applyLocales(app, node, given, old, path)
        : applyValue(app, node, given, old, path)
    } else if (!before || (app.checksBase && isEmpty(old))) next[node.name] = applyNothing(app, node, path)
    else next[node.name] = app.checksBase ? applyBase(app, node, old, path) : (old ?? emptyValue(app, node))
  }
  return next
}

function derived(node: FieldNode, input: JsonObject, before: JsonObject | null): JsonValue | undefined {
  return before ? undefined : node.type.derive(input, node.options)
}

/** A field of a new document or row that nobody gave. */
function applyNothing(app: Application, node: FieldNode, path: string): JsonValue {
  if (node.structure === 'group' && !node.localized) return applyFields(app, node.fields, {}, null, `${path}.`)
  if (node.required) missing(app, path)
  return emptyValue(app, node)
}

/** A value of a copy that stays as it is: what it lacks inside is reported. */
function applyBase(app: Application, node: FieldNode, old: JsonValue | undefined, path: string): JsonValue {
  if (node.localized && isObject(old) && app.localization) {
    if (node.required && isEmpty(old[app.localization.defaultLocale])) missing(app, path)
    return Object.fromEntries(Object.entries(old).map(([locale, value]) => [locale, baseValue(app, node, value, path)]))
  }
  return baseValue(app, node, old, path)
}

function baseValue(app: Application, node: FieldNode, old: JsonValue | undefined, path: string): JsonValue {
  if (node.structure === 'group' && isObject(old)) return applyFields(app, node.fields, {}, old, `${path}.`)
  if (node.structure === 'value') return old ?? emptyValue(app, node)
  return rowsOf(old).map((row, index) => {
    const fields = fieldsOfRow(node, row)
    return fields ? { ...row, ...applyFields(app, fields, {}, row, `${path}.${index}.`) } : row
  })
}

function emptyValue(app: Application, node: FieldNode): JsonValue {
  if (node.localized && app.localization) return {}
  if (node.structure === 'group') {
    const group: JsonObject = {}
    for (const inner of node.fields) if (inner.structure !== 'computed') group[inner.name] = emptyValue(app, inner)
    return group
  }
  return node.many || node.structure === 'rows' || node.structure === 'blocks' ? [] : null
}

function applyLocales(
  app: Application,
  node: FieldNode,
  given: JsonValue,
  old: JsonValue | undefined,
  path: string,
): JsonValue {
  if (!app.locale || !app.localization) return applyValue(app, node, given, old, path)
  const byLocale: JsonObject = isObject(old) ? { ...old } : {}
  if (app.locale.all) {
    if (given !== null && !isObject(given)) {
      return refuse(app, 'type', path, 'must be an object of locale to value')
    }
    if (given === null) for (const locale of Object.keys(byLocale)) delete byLocale[locale]
    for (const [locale, value] of Object.entries(given ?? {})) {
      if (!app.localization.locales.includes(locale))
        refuse(app, 'unknown_field', path, `has no locale "${locale.slice(0, 64)}"`)
      else byLocale[locale] = applyValue(app, node, value, byLocale[locale], path)
    }
  } else byLocale[app.locale.locale] = applyValue(app, node, given, byLocale[app.locale.locale], path)
  const written = app.locale.all || app.locale.locale === app.localization.defaultLocale
  // A write of another locale that leaves the default one empty: reported once, where the value itself was not.
  const isMissing = isEmpty(byLocale[app.localization.defaultLocale])
  if (node.required && isMissing && (!written || !isReported(app, path))) missing(app, path)
  return byLocale
}

function isReported(app: Application, path: string): boolean {
  return app.issues.some((issue) => issue.path === path)
}

function applyValue(
  app: Application,
  node: FieldNode,
  given: JsonValue,
  old: JsonValue | undefined,
  path: string,
): JsonValue {
  if (node.required && isEmpty(given)) missing(app, path)
  if (node.options.validate && given !== null) app.validated.push({ node, value: given, path })
  switch (node.structure) {
    case 'group':
      if (given === null)
        return applyFields(app, node.fields, nulls(node.fields), isObject(old) ? old : null, `${path}.`)
      if (!isObject(given)) return refuse(app, 'type', path, 'must be an object')
      return applyFields(app, node.fields, given, isObject(old) ? old : null, `${path}.`)
    case 'rows':
    case 'blocks':
      return applyRows(app, node, given ?? [], rowsOf(old), path)
    case 'computed':
      return null
    case 'value':
      return node.many ? applyMany(app, node, given ?? [], path) : applyOne(app, node, given, path)
  }
}

function nulls(fields: readonly FieldNode[]): JsonObject {
  return Object.fromEntries(fields.filter((node) => node.structure !== 'computed').map((node) => [node.name, null]))
}

function applyOne(app: Application, node: FieldNode, given: JsonValue, path: string): JsonValue {
  if (given === null) return null
  const problems = node.check(given)
  // An empty text that is required has been reported as missing; that it is also too short says nothing more.
  const known = node.required && given === ''
  for (const problem of problems) {
    if (!known) report(app, problem.code, problem.path === '' ? path : `${path}.${problem.path}`, problem.message)
  }
  if (problems.length > 0) return null
  const value = node.normalize(given)
  if (node.targets.length > 0) app.relationships.push({ node, value, path })
  return value
}

function applyMany(app: Application, node: FieldNode, given: JsonValue, path: string): JsonValue {
  if (!Array.isArray(given)) return refuse(app, 'type', path, 'must be a list')
  const { max } = rowBounds(node.options)
  if (given.length > max) return refuse(app, 'max_rows', path, `must have at most ${max} values`)
  return given.map((element, index) =>
    element === null
      ? refuse(app, 'type', `${path}.${index}`, 'must not be null')
      : applyOne(app, node, element, `${path}.${index}`),
  )
}

function applyRows(
  app: Application,
  node: FieldNode,
  given: JsonValue,
  old: readonly JsonObject[],
  path: string,
): JsonValue {
  if (!Array.isArray(given)) return refuse(app, 'type', path, 'must be a list of rows')
  const { min, max } = rowBounds(node.options)
  if (given.length > max) refuse(app, 'max_rows', path, `must have at most ${max} rows`)
  if (given.length < min && (given.length > 0 || node.required)) {
    refuse(app, 'min_rows', path, `must have at least ${min} rows`)
  }
  const oldById = new Map(old.map((row) => [row['id'], row]))
  const seen = new Set<JsonValue>()
  return given.map((row, index) => applyRow(app, node, row, oldById, seen, `${path}.${index}`))
}

function applyRow(
  app: Application,
  node: FieldNode,
  given: JsonValue,
  oldById: ReadonlyMap<JsonValue | undefined, JsonObject>,
  seen: Set<JsonValue>,
  path: string,
): JsonValue {
  if (!isObject(given)) return refuse(app, 'type', path, 'must be an object')
  const fields = fieldsOfRow(node, given)
  const block = given['blockType']
  if (!fields) {
    if (block === undefined || block === null) report(app, 'required', `${path}.blockType`, 'Is required.')
    else if (typeof block !== 'string') refuse(app, 'type', `${path}.blockType`, 'must be text')
    else refuse(app, 'option', `${path}.blockType`, 'is not a block of this field')
    return null
  }
  const id = given['id'] ?? app.newRowId()
  if (typeof id !== 'string') refuse(app, 'type', `${path}.id`, 'must be text')
  else if (!ROW_ID.test(id)) refuse(app, 'format', `${path}.id`, 'must be 1 to 64 letters, digits, - or _')
  else if (seen.has(id)) refuse(app, 'unique', `${path}.id`, 'is the id of another row')
  seen.add(id)
  const old = oldById.get(id)
  const same = old && old['blockType'] === block ? old : null
  const start: JsonObject = node.structure === 'blocks' ? { id, blockType: block ?? null } : { id }
  return Object.assign(start, applyFields(app, fields, given, same, `${path}.`))
}

/** Missing in the sense of `required`: nothing, no text, no rows (contract 14, Values). */
function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function missing(app: Application, path: string): void {
  report(app, 'required', path, 'Is required.')
}

/** What a draft may lack until it is published. */
const COMPLETENESS: ReadonlySet<IssueCode> = new Set(['required', 'min_rows', 'min_length'])

function report(app: Application, code: IssueCode, path: string, message: string): void {
  if (!app.complete && COMPLETENESS.has(code)) return
  if (app.issues.some((issue) => issue.code === code && issue.path === path)) return
  app.issues.push({ code, path, message })
}

function refuse(app: Application, code: IssueCode, path: string, what: string): null {
  report(app, code, path, `${what.charAt(0).toUpperCase()}${what.slice(1)}.`)
  return null
}
