import type { DefaultArguments } from '../../contracts/field-options.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { holdsObjects, mapMatched, matchObjects } from '../../content/walk-content.ts'
import { isObject, mapValues } from '../../content/json-object.ts'
import { type Call, localeCode } from '../call.ts'
import { datesAsText } from '../hooks.ts'
import type { LocaleChoice } from '../../contracts/localization.ts'
import { flatten } from '../../content/field-tree.ts'
import type { DeniedPaths } from '../field-access.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { Reference, StoredDocument } from '../../contracts/document-storage.ts'
import { parseJson } from '../../content/parse-json.ts'
import { collectReferences } from '../../content/references.ts'
import { forApplication } from '../read/read-form.ts'
import type { Overlay } from './overlay.ts'
import { onceFor } from '../../content/once-for.ts'

// What is added to what a client sent: defaults, values derived from others, fields that features maintain, and stamps.

/**
 * Adds defaults for missing values in new documents (`oldContent` is null) and in new groups and rows of an update.
 * Rows are matched by `id`, and blocks also by type.
 */
export async function withDefaults(
  call: Call,
  fields: readonly FieldNode[],
  input: JsonObject,
  oldContent: JsonObject | null,
): Promise<JsonObject> {
  const filled: JsonObject = { ...input }
  for (const node of fields) {
    const old = oldContent?.[node.name]
    if (filled[node.name] === undefined && !oldContent && node.options.default !== undefined) {
      const value = await defaultOf(call, node)
      if (value !== undefined)
        filled[node.name] = node.localized && call.locale?.all ? inDefaultLocale(call, value) : value
    }
    // Most fields are values without content that could be new.
    if (!holdsObjects(node)) continue
    const value = filled[node.name]
    if (node.localized && call.locale?.all) {
      if (isObject(value)) filled[node.name] = await defaultsInLocales(call, node, value, old)
    } else if (value !== undefined)
      filled[node.name] = await defaultsInside(call, node, value, storedInLocale(call, node, old))
    else if (!oldContent && node.structure === 'group')
      filled[node.name] = await defaultsInside(call, node, {}, undefined)
  }
  return filled
}

async function defaultsInLocales(
  call: Call,
  node: FieldNode,
  values: JsonObject,
  old: JsonValue | undefined,
): Promise<JsonObject> {
  const filled: JsonObject = {}
  for (const [locale, value] of Object.entries(values))
    filled[locale] = await defaultsInside(call, node, value, isObject(old) ? old[locale] : undefined)
  return filled
}

/** The stored value in the call's locale. */
function storedInLocale({ locale }: Call, node: FieldNode, old: JsonValue | undefined): JsonValue | undefined {
  if (!node.localized || !locale || locale.all) return old
  return isObject(old) ? old[locale.locale] : undefined
}

async function defaultsInside(
  call: Call,
  node: FieldNode,
  value: JsonValue,
  old: JsonValue | undefined,
): Promise<JsonValue> {
  const filled: JsonObject[] = []
  for (const { fields, object, match } of matchObjects(node, value, old))
    filled.push(await withDefaults(call, fields, object, match))
  const next = filled.values()
  return mapMatched(node, value, old, ({ object }) => next.next().value ?? object)
}

async function defaultOf(call: Call, node: FieldNode): Promise<JsonValue | undefined> {
  const given = node.options.default
  const value = typeof given === 'function' ? await (given as DefaultFunction)(defaultArguments(call)) : given
  return value === undefined ? undefined : datesAsText(structuredClone(value) as JsonValue)
}

type DefaultFunction = (args: DefaultArguments) => unknown

function defaultArguments(call: Call): DefaultArguments {
  return { actor: call.caller.actor, locale: localeCode(call), context: call.caller.context }
}

function inDefaultLocale(call: Call, value: JsonValue): JsonObject {
  return { [call.runtime.manifest.localization?.defaultLocale ?? '']: value }
}

/** Replaces null for a group by null for each of its fields, except those that the writer may not write. */
export function spellOutNullGroups(
  call: Call,
  input: JsonObject,
  oldContent: JsonObject | null,
  denied: DeniedPaths,
): JsonObject {
  const { entity, caller, locale, runtime } = call
  if (caller.system || !(denied || hidesFields(entity.fields))) return input
  const mayWrite = (node: FieldNode) => !(node.hidden || node.readOnly || denied?.has(node.path))
  const { localization } = runtime.manifest
  const writer: Writer = { mayWrite, locale, defaultLocale: localization?.defaultLocale }
  return spellOutInObject(entity.fields, input, oldContent, writer)
}

const hidesFields = onceFor((fields: readonly FieldNode[]) => flatten(fields).some((node) => node.hidden))

interface Writer {
  readonly mayWrite: (node: FieldNode) => boolean
  readonly locale: LocaleChoice | null
  readonly defaultLocale: string | undefined
}

function spellOutInObject(
  fields: readonly FieldNode[],
  input: JsonObject,
  oldContent: JsonObject | null,
  writer: Writer,
): JsonObject {
  const spelled: JsonObject = { ...input }
  for (const node of fields) {
    const value = input[node.name]
    if (value === undefined || !holdsObjects(node)) continue
    const old = oldContent?.[node.name]
    spelled[node.name] = node.localized
      ? spellOutInLocales(node, value, old, oldContent === null, writer)
      : spellOutInValue(node, value, old, writer)
  }
  return spelled
}

function spellOutInLocales(
  node: FieldNode,
  value: JsonValue,
  old: JsonValue | undefined,
  isNew: boolean,
  writer: Writer,
): JsonValue {
  const { locale, defaultLocale = '' } = writer
  const stored = isObject(old) ? old : {}
  const inOne = (one: JsonValue, code: string) => {
    // A missing translation has nothing to keep.
    const isAbsent = one === null && code !== defaultLocale && !isObject(stored[code])
    return isAbsent ? null : spellOutInValue(node, one, stored[code], writer)
  }
  if (!locale?.all) return inOne(value, locale?.locale ?? '')
  if (isObject(value)) return mapValues(value, inOne)
  if (value !== null) return value
  // Null for all locales means each existing one, or in a new document the default one.
  const codes = isNew ? [defaultLocale] : Object.keys(stored)
  return codes.length === 0 ? null : Object.fromEntries(codes.map((code) => [code, inOne(null, code)]))
}

function spellOutInValue(node: FieldNode, value: JsonValue, old: JsonValue | undefined, writer: Writer): JsonValue {
  const isEmptied = node.structure === 'group' && value === null
  const given = isEmptied ? nullFields(node.fields.filter(writer.mayWrite)) : value
  return mapMatched(node, given, old, ({ fields, object, match }) => spellOutInObject(fields, object, match, writer))
}

export function nullFields(fields: readonly FieldNode[]): JsonObject {
  return Object.fromEntries(fields.map(({ name }) => [name, null]))
}

/** Fields maintained by features: stored, but not writable by clients. */
const maintainedFields = onceFor(({ fields }: Entity<Call>) =>
  fields.filter((node) => node.readOnly && node.structure !== 'computed'),
)

export function maintainedIn(entity: Entity<Call>, content: JsonObject): JsonObject {
  const names = maintainedFields(entity).map(({ name }) => name)
  return Object.fromEntries(names.map((name) => [name, content[name] ?? null]))
}

/** Adds the values of maintained fields, and removes any others: hooks see them, but can't change them. */
export function withMaintained({ entity, maintained: given }: Call, data: JsonObject): JsonObject {
  const fields = maintainedFields(entity)
  if (fields.length === 0) return data
  const rest = { ...data }
  for (const { name } of fields) delete rest[name]
  return { ...rest, ...given }
}

/** Content as text, with its references if they may have changed. */
interface WrittenContent {
  readonly json: string
  readonly references?: readonly Reference[]
  readonly pointsAsBefore?: boolean
}

/** The content with what features write into it last (`stamps`), after all hooks. */
export function stamped<Content extends WrittenContent>(
  call: Call,
  before: StoredDocument | null,
  content: Content,
): Content {
  const { entity } = call
  if (entity.stamps.length === 0) return content
  const next = withStamps(call, before, parseJson(content.json) as JsonObject)
  const references = collectReferences(entity.fields, next)
  return { ...content, json: JSON.stringify(next), content: next, references, pointsAsBefore: false }
}

function withStamps(call: Call, before: StoredDocument | null, content: JsonObject): JsonObject {
  return Object.assign(content, ...call.entity.stamps.map((stamp) => stamp(call, before, content))) as JsonObject
}

/**
 * The resulting document for application code, before it is stored. A new one has no system fields. Frozen, so that
 * accidental changes throw: hooks return new data instead.
 */
export function nextDocument(call: Call, content: JsonObject, before: StoredDocument | null): Readonly<JsonObject> {
  const json = JSON.stringify(withStamps(call, before, { ...content }))
  if (before) return frozen(forApplication(call, { ...before, revision: before.revision + 1, json }))
  const { systemFields, table } = call.entity
  const unborn = { id: '', revision: 0, createdAt: '', updatedAt: '', json, shape: table.shape, columns: {} }
  const doc = forApplication(call, unborn)
  for (const { name } of systemFields) delete doc[name]
  return frozen(doc)
}

function frozen<Value extends JsonValue>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

/**
 * Derives missing values of a new document or row from siblings, such as a slug from a title; with all locales, for
 * each locale.
 */
export function withDerived(
  { locale, localization, derived: derivedFields }: Overlay,
  fields: readonly FieldNode[],
  input: JsonObject,
  prefix: string,
): JsonObject {
  const filled: JsonObject = { ...input }
  if (!locale?.all || !localization) {
    for (const node of fields) {
      const value = input[node.name] === undefined ? node.type.derive(input, node.options) : undefined
      if (value === undefined) continue
      filled[node.name] = value
      derivedFields.set(indexOf(prefix, node, locale?.all === false ? locale.locale : undefined), node)
    }
    return filled
  }
  const siblings = new Map(
    localization.locales.map((code) => [code, inputInLocale(fields, input, code, code === localization.defaultLocale)]),
  )
  for (const node of fields) {
    const given = input[node.name]
    const derived = (code: string) => node.type.derive(siblings.get(code) ?? {}, node.options)
    if (!node.localized) {
      const value = given === undefined ? derived(localization.defaultLocale) : undefined
      if (value === undefined) continue
      filled[node.name] = value
      derivedFields.set(indexOf(prefix, node, undefined), node)
    } else if (given === undefined || isObject(given)) {
      const underived = localization.locales.filter((code) => given?.[code] === undefined)
      const found = underived.flatMap((code): [string, JsonValue][] => {
        const value = derived(code)
        return value === undefined ? [] : [[code, value]]
      })
      if (found.length > 0) filled[node.name] = { ...given, ...Object.fromEntries(found) }
      for (const [code] of found) derivedFields.set(indexOf(prefix, node, code), node)
    }
  }
  return filled
}

/** Name of the unique index of a value, if there is one (manifest/table.ts). */
function indexOf(prefix: string, { name, localized }: FieldNode, locale: string | undefined): string {
  return localized && locale !== undefined ? `${prefix}${name}@${locale}` : prefix + name
}

/** The input for one locale. Values that are not localized belong to the default locale. */
function inputInLocale(fields: readonly FieldNode[], input: JsonObject, code: string, isDefault: boolean): JsonObject {
  const values: JsonObject = {}
  for (const { name, localized } of fields) {
    const given = input[name]
    const value = localized ? (isObject(given) ? given[code] : undefined) : isDefault ? given : undefined
    if (value !== undefined) values[name] = value
  }
  return values
}
