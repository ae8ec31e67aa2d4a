import type { ColumnValue } from '../../contracts/records.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { LocaleChoice } from '../../contracts/localization.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { isObject } from '../../content/json-object.ts'
import { fieldsOfRow, rowsOf, startRow, dataOf, mapTextBlocks, eachObject } from '../../content/walk-content.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { Call } from '../call.ts'
import { fieldsByName, flatten } from '../../content/field-tree.ts'
import type { Selection, SelectionTree } from '../../query/parse-select.ts'
import type { Subject } from '../access.ts'
import { deniedFields, type DeniedPaths, hasFieldRules } from '../field-access.ts'
import { onceFor } from '../../content/once-for.ts'

/*
 * The forms of a stored document: as a reader gets it, as application code sees it, without what the reader may not see or
 * did not select, in all locales, and with all fields that are not hidden.
 */

/**
 * The read form of a stored document: system fields, then all stored fields in the order of the configuration. Missing
 * optional fields are null, lists [], groups objects (docs/contract/documents.md#values); localized fields in the
 * chosen locale. Skips fields that are not wanted.
 */
export function toReadForm<OfCall>(
  entity: Entity<OfCall>,
  stored: StoredDocument,
  locale: LocaleChoice | null,
  fields: readonly FieldNode[] = entity.fields,
): JsonObject {
  const doc: JsonObject = systemValues(entity, stored)
  const data = parseJson(stored.json) as JsonObject
  for (const node of fields) {
    if (node.structure === 'computed') continue
    const value = readField(node, data[node.name], locale)
    doc[node.name] = node.completes ? node.completes(value, data) : value
  }
  return doc
}

export function systemValues<OfCall>(entity: Entity<OfCall>, stored: StoredDocument): JsonObject {
  const doc: JsonObject = {}
  for (const { name, column } of entity.systemFields) doc[name] = columnValue(stored, column)
  return doc
}

/** The system fields as the start of a JSON object, without a closing brace. Their texts need no escaping. */
export function systemText<OfCall>(entity: Entity<OfCall>, stored: StoredDocument): string {
  let text = ''
  for (const { name, column } of entity.systemFields) {
    const value = columnValue(stored, column)
    text += `${text === '' ? '{' : ','}"${name}":${typeof value === 'string' ? `"${value}"` : String(value)}`
  }
  return text
}

function columnValue(stored: StoredDocument, column: string): ColumnValue {
  switch (column) {
    case 'id':
      return stored.id
    case 'revision':
      return stored.revision
    case 'createdAt':
      return stored.createdAt
    case 'updatedAt':
      return stored.updatedAt
    default:
      return stored.columns[column] ?? null
  }
}

function readField(node: FieldNode, value: JsonValue | undefined, locale: LocaleChoice | null): JsonValue {
  if (!node.localized || !locale) return readValue(node, value, locale)
  const byLocale = isObject(value) ? value : {}
  if (locale.all) {
    const all: JsonObject = {}
    for (const code of locale.locales) {
      // Missing values stay missing: if written back, an empty list or group would prevent fallbacks.
      const one = byLocale[code]
      if (one !== undefined) all[code] = one === null ? null : readValue(node, one, locale)
    }
    return all
  }
  const found = locale.chain.find((code) => byLocale[code] !== undefined && byLocale[code] !== null)
  return readValue(node, found === undefined ? undefined : byLocale[found], locale)
}

function readValue(node: FieldNode, value: JsonValue | undefined, locale: LocaleChoice | null): JsonValue {
  switch (node.structure) {
    case 'group':
      return readObject(node.fields, isObject(value) ? value : {}, {}, locale)
    case 'rows':
    case 'blocks':
      return readRows(node, value, locale)
    case 'computed':
      return null
    case 'value':
      return node.type.mentions ? readText(node, value ?? null, locale) : (value ?? (node.many ? [] : null))
  }
}

function readRows(node: FieldNode, value: JsonValue | undefined, locale: LocaleChoice | null): JsonObject[] {
  const rows: JsonObject[] = []
  for (const row of rowsOf(value)) {
    const fields = fieldsOfRow(node, row)
    // Omits rows of removed block types.
    if (fields) rows.push(readObject(fields, row, startRow(node, row['id'] ?? null, row), locale))
  }
  return rows
}

/** Returns texts without blocks unchanged, and omits blocks of removed types. */
function readText(node: FieldNode, text: JsonValue, locale: LocaleChoice | null): JsonValue {
  return mapTextBlocks(text, (block) => {
    const fields = fieldsOfRow(node, block)
    const { id = null, blockType = null } = block
    return fields ? { id, blockType, data: readObject(fields, dataOf(block) ?? {}, {}, locale) } : null
  })
}

function readObject(
  fields: readonly FieldNode[],
  stored: JsonObject,
  start: JsonObject,
  locale: LocaleChoice | null,
): JsonObject {
  for (const node of fields)
    if (node.structure !== 'computed') start[node.name] = readField(node, stored[node.name], locale)
  return start
}

/** A document for rules and hooks: complete, in the call's locale. */
export function forApplication(call: Call, document: StoredDocument): JsonObject {
  return toReadForm(call.entity, document, call.locale)
}

/** A stored document for evaluating conditions in memory. Parsed lazily, because most rules don't read it. */
export function asEvaluated(entity: Entity<Call>, document: StoredDocument): { columns: JsonObject; data: JsonObject } {
  let parsed: JsonObject | undefined
  return {
    columns: { ...systemValues(entity, document), ...document.columns },
    get data() {
      parsed ??= parseJson(document.json) as JsonObject
      return parsed
    },
  }
}

/**
 * The fields of a document that the caller may not read, create or update, by path without indexes; null if there are
 * none. `about` has what is written, and `doc` if the caller has made it already; for a new document, there is no
 * stored one.
 *
 * @example
 * const denied = await deniedPaths(call, 'update', before)
 * if (isWithin(denied, 'price')) throw refusalOf(call)
 */
export async function deniedPaths(
  call: Call,
  right: 'read' | 'create' | 'update',
  document: StoredDocument | null,
  about: Subject = {},
): Promise<DeniedPaths> {
  const { entity } = call
  if (!hasFieldRules(entity, right)) return null
  if (!document) return deniedFields(call, entity, right, about, null)
  const subject = { id: document.id, ...about, doc: about.doc ?? forApplication(call, document) }
  return deniedFields(call, entity, right, subject, asEvaluated(entity, document))
}

export interface Redaction {
  readonly denied: DeniedPaths
  readonly showHidden: boolean
  /** Localized values are objects by locale. */
  readonly byLocale: boolean
}

/** Removes hidden fields and fields denied by rules, at any depth. They are absent, not null. */
export function redact(fields: readonly FieldNode[], doc: JsonObject, redaction: Redaction): void {
  for (const node of fields) {
    if ((node.hidden && !redaction.showHidden) || redaction.denied?.has(node.path)) delete doc[node.name]
    else eachObject(node, doc[node.name], redaction.byLocale, redact, redaction)
  }
}

export interface DocumentSelection extends Selection {
  /** Localized values are objects by locale. */
  readonly byLocale: boolean
}

/** Applies `select`. `id` always stays, as do `id` and `blockType` of rows. */
export function select(
  fields: readonly FieldNode[],
  doc: JsonObject,
  { mode, tree, byLocale }: DocumentSelection,
): void {
  const named = fieldsByName(fields)
  for (const name of Object.keys(doc)) {
    const choice = chosenIn(tree, name)
    if (name === 'id' || name === 'blockType') continue
    if (choice === undefined ? mode === 'include' : choice === true && mode === 'exclude') delete doc[name]
    else if (typeof choice === 'object') {
      const node = named.get(name)
      const visit = node?.structure === 'blocks' ? selectInBlock : select
      if (node) eachObject(node, doc[name], byLocale, visit, { mode, tree: choice, byLocale })
    }
  }
}

/** The fields with any selected content. */
export function selectedFields(fields: readonly FieldNode[], { mode, tree }: Selection): readonly FieldNode[] {
  return fields.filter(({ name }) => {
    const choice = chosenIn(tree, name)
    return choice === undefined ? mode === 'exclude' : choice !== true || mode === 'include'
  })
}

/** Selections name blocks by their type. */
function selectInBlock(
  fields: readonly FieldNode[],
  block: JsonObject,
  { mode, tree, byLocale }: DocumentSelection,
): void {
  const choice = chosenIn(tree, block['blockType'] as string)
  const whole = choice === undefined ? mode === 'exclude' : choice === true && mode === 'include'
  if (whole) return
  // An unselected block stays in the list with its id and type.
  if (typeof choice === 'object') select(fields, block, { mode, tree: choice, byLocale })
  else select(fields, block, { mode: 'include', tree: {}, byLocale })
}

function chosenIn(tree: SelectionTree, name: string): true | SelectionTree | undefined {
  return Object.hasOwn(tree, name) ? tree[name] : undefined
}

/** The steps that a read of an entity needs. Cached. */
export interface ReadPlan {
  /** The stored JSON is the response: no localization, hidden fields, rules, computed fields or hooks. */
  readonly isSentAsStored: boolean
  /** Application code sees whole documents, and may be slow. */
  readonly asksApplication: boolean
  /** Application code derives values from documents: virtual fields and hooks, unlike rules. */
  readonly codeSeesDocument: boolean
  /**
   * The response depends on more than the document: other documents, the reader, application code, the configuration.
   */
  readonly restsOnMore: boolean
  /** Texts may contain pictures, whose URLs depend on other documents. */
  readonly pictures: boolean
  readonly virtuals: boolean
  readonly onRequest: readonly FieldNode[]
  readonly joins: boolean
  readonly fieldHooks: boolean
  readonly hooks: boolean
  readonly rules: boolean
  readonly hidden: boolean
  /** Values of some fields are completed from other members of the content (`FieldDefinition.completes`). */
  readonly completesValues: boolean
}

export const readPlanOf = onceFor((entity: Entity<Call>): ReadPlan => {
  const nodes = flatten(entity.fields)
  const steps = {
    virtuals: nodes.some((node) => isVirtual(node) && !node.onRequest),
    joins: nodes.some((node) => node.join !== null),
    fieldHooks: nodes.some((node) => (node.options.hooks?.afterRead?.length ?? 0) > 0),
    hooks: entity.hooks.afterRead.length > 0,
    rules: hasFieldRules(entity, 'read'),
  }
  const hidden = nodes.some((node) => node.hidden)
  const codeSeesDocument = steps.virtuals || steps.fieldHooks || steps.hooks
  const isRendered = Object.values(steps).includes(true)
  // A live copy takes over the value of such a field without a new revision.
  const followsColumns = entity.systemFields.some(({ column }) => isOfBothCopies(entity, column))
  // Shared caches ask again with the tag they have: a field that was hidden meanwhile must not live on in them.
  const isKept = entity.cache !== null && (hidden || entity.localized)
  return {
    ...steps,
    hidden,
    completesValues: nodes.some((node) => node.completes !== undefined),
    onRequest: entity.fields.filter((node) => node.onRequest),
    pictures: nodes.some((node) => node.type.mentions !== undefined),
    isSentAsStored: !entity.localized && !hidden && !isRendered && !followsColumns,
    asksApplication: codeSeesDocument || steps.rules,
    codeSeesDocument,
    restsOnMore: isRendered || isKept || followsColumns,
  }
})

/** A column that hides documents is null in all that readers see. */
function isOfBothCopies({ copies, table }: Entity<Call>, column: string): boolean {
  const spec = table.columns.find(({ name }) => name === column)
  return copies !== null && spec !== undefined && !spec.hides && !copies.ownColumns.includes(column)
}

function isVirtual({ structure, join }: FieldNode): boolean {
  return structure === 'computed' && join === null
}

export function inAllLocales(call: Call): Call {
  const { localization } = call.runtime.manifest
  return localization ? { ...call, locale: { all: true, locales: localization.locales } } : call
}

export function contentInAllLocales(call: Call, stored: StoredDocument): JsonObject {
  const locale: LocaleChoice | null = inAllLocales(call).locale
  const data = toReadForm(call.entity, stored, locale)
  for (const { name } of call.entity.systemFields) delete data[name]
  return data
}

/** A document in its public form: all fields that are not hidden, in all locales. */
export function publicDocument({ entity, runtime: { manifest } }: Call, document: StoredDocument): JsonObject {
  const locales = manifest.localization?.locales
  const doc = toReadForm(entity, document, locales ? { all: true, locales } : null)
  redact(entity.fields, doc, { denied: null, showHidden: false, byLocale: locales !== undefined })
  return doc
}
