import { createHash } from 'node:crypto'
import type { PathStep } from '../contracts/condition.ts'
import type { RenamedContent } from '../contracts/content-spec.ts'
import type { EntityKind } from '../contracts/entity.ts'
import type { FieldNode } from '../contracts/field.ts'
import { storedForm } from '../contracts/operators.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { Localization } from '../contracts/localization.ts'
import type { ColumnSpec } from '../contracts/records.ts'
import { type DocumentTable, type IndexSpec, SHORT_TEXT } from '../contracts/storage-schema.ts'
import { isObject } from '../content/json-object.ts'
import { parseJson } from '../content/parse-json.ts'
import { collectReferences } from '../content/references.ts'
import { fieldsOfRow, mapRows, startRow, dataOf, holdsTextBlocks, mapTextBlocks } from '../content/walk-content.ts'
import { adoptionOf, filesOf, mendLocales } from './evolve/mend-content.ts'
import { contentSpecOf } from './evolve/content-spec.ts'

export function tableOf(
  entity: {
    readonly kind: EntityKind
    readonly slug: string
    readonly fields: readonly FieldNode[]
    /** The paths of relationships that joins read backwards. */
    readonly joined: ReadonlySet<string>
    /** Whether all documents in reads have all required values; with drafts, whether the live ones do. */
    readonly isComplete: boolean
    /** Whether drafts may lack required values. */
    readonly isForDrafts: boolean
    readonly renamed: { readonly from: string | undefined; readonly contents: readonly RenamedContent[] }
  },
  columns: readonly ColumnSpec[],
  localization: Localization | null,
  compound: readonly IndexSpec[] = [],
): DocumentTable {
  const { kind, slug, fields, joined, renamed, isComplete, isForDrafts } = entity
  const tableFor = (known: string) => (kind === 'global' ? `global:${known}` : known)
  const name = tableFor(slug)
  const shape = hashOf(shapeOf(fields))
  const indexes = [...fields.flatMap((node) => indexesOf(node, [], { localization, joined })), ...compound]
  const repair = mendLocales(fields)
  const adoption = adoptionOf(fields)
  const references = {
    form: hashOf(referencesOf(fields)),
    // A field with the same name may have had another type, so ids can be any text. A text that is too long for an
    // index is not an id.
    in: (json: string) =>
      collectReferences(fields, parseJson(json) as JsonObject).filter(({ id }) => id.length <= SHORT_TEXT),
    ...(adoption && { adoption }),
  }
  const files = filesOf(fields)
  const content = contentSpecOf(name, fields, shape, renamed.contents, localization, {
    isComplete,
    isForDrafts,
  })
  const base = {
    name,
    columns,
    indexes,
    shape,
    references,
    content,
    ...(repair && { repair }),
    ...(files && { files }),
    ...(renamed.from !== undefined && { renamedFrom: tableFor(renamed.from) }),
  }
  if (kind !== 'global') return base
  const firstColumns = Object.fromEntries(columns.map(({ name: column, onWrite = null }) => [column, onWrite]))
  const json = JSON.stringify(initialContent(fields, localization))
  return { ...base, seed: { id: slug, json, columns: firstColumns } }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)
}

/** The paths of relationships, and whether they are localized; nothing else affects the relationship index. */
function referencesOf(fields: readonly FieldNode[], byLocale = false): unknown[] {
  return fields.flatMap((node) => {
    const localized = byLocale || node.localized
    if (node.targets.length > 0) return [[node.path, node.structure, localized, node.many, node.targets]]
    const below = [node.fields, ...Object.values(node.blocks)].flatMap((inner) => referencesOf(inner, localized))
    return node.type.mentions ? [[node.path, node.structure, localized, 'inside'], ...below] : below
  })
}

/** Everything that determines the form of a document's JSON and its entries in the relationship index; nothing else. */
function shapeOf(fields: readonly FieldNode[]): unknown {
  return fields.map((node) => [
    node.name,
    node.structure,
    node.localized,
    node.many,
    node.targets,
    shapeOf(node.fields),
    Object.entries(node.blocks).map(([block, inner]) => [block, shapeOf(inner)]),
  ])
}

/**
 * Indexes for `index` and `unique` of fields outside of lists, and for relationships that joins read. A localized field
 * is unique within each locale (`path@de`). Reads look for its value in a locale and its fallbacks, so its other
 * indexes do too (`path@de+`).
 */
function indexesOf(
  node: FieldNode,
  before: readonly PathStep[],
  known: { readonly localization: Localization | null; readonly joined: ReadonlySet<string> },
): IndexSpec[] {
  const key: readonly PathStep[] = [...before, { kind: 'key', name: node.name }]
  const { index, unique } = node.options
  return placesOf(node, known.localization).flatMap(({ suffix, chain }): IndexSpec[] => {
    const steps: readonly PathStep[] = chain ? [...key, { kind: 'locale', chain }] : key
    if (node.structure === 'group') {
      const inside = node.fields.flatMap((inner) =>
        indexesOf(inner, steps, suffix === '' ? known : { ...known, joined: new Set() }),
      )
      return inside.map((one) => ({ ...one, name: one.name + suffix, unique: one.unique && !suffix.endsWith('+') }))
    }
    // A join lists documents that point here in any locale, which an index of a single locale cannot find.
    const isJoined = known.joined.has(node.path) && node.storedAs === 'text' && suffix === ''
    if (!(index || unique || isJoined) || node.storedAs === null || node.many) return []
    const storedAs = storedForm(node.storedAs)
    const isUnique = unique === true && !suffix.endsWith('+')
    const unsorted = node.targets.length > 0
    return [{ name: node.path + suffix, path: { steps, storedAs }, unique: isUnique, short: isShort(node), unsorted }]
  })
}

/** Dates, references and options are always short; a text is if `maxLength` says so. */
export function isShort({ storedAs, targets, type, options }: FieldNode): boolean {
  if (storedAs !== 'text' || targets.length > 0) return true
  const { enum: choices, maxLength } = type.schema(options)
  return choices !== undefined || (typeof maxLength === 'number' && maxLength <= SHORT_TEXT)
}

/** The places of a field's values: a single one, or one for each locale, and again with fallbacks if there are any. */
function placesOf(
  node: FieldNode,
  localization: Localization | null,
): { readonly suffix: string; readonly chain: readonly string[] | null }[] {
  if (!node.localized || !localization) return [{ suffix: '', chain: null }]
  return localization.locales.flatMap((locale) => {
    const fallbacks = localization.fallback[locale] ?? []
    const exact = { suffix: `@${locale}`, chain: [locale] }
    return fallbacks.length === 0 ? [exact] : [exact, { suffix: `@${locale}+`, chain: [locale, ...fallbacks] }]
  })
}

function initialContent(
  fields: readonly FieldNode[],
  localization: Localization | null,
  given: JsonObject = {},
): JsonObject {
  const content: JsonObject = {}
  for (const node of fields) {
    if (node.structure === 'computed') continue
    // A default that is a function depends on the caller, and the first migration has none.
    const ownDefault = typeof node.options.default === 'function' ? undefined : node.options.default
    const value = node.name in given ? given[node.name] : (ownDefault as JsonValue | undefined)
    const initial = initialValue(node, localization, value)
    const isGiven = (value !== undefined && value !== null) || node.structure === 'group'
    content[node.name] =
      node.localized && localization ? (isGiven ? { [localization.defaultLocale]: initial } : {}) : initial
  }
  return content
}

function initialValue(node: FieldNode, localization: Localization | null, given: JsonValue | undefined): JsonValue {
  switch (node.structure) {
    case 'group':
      return initialContent(node.fields, localization, isObject(given) ? given : {})
    case 'rows':
    case 'blocks':
      return mapRows(node, given, (fields, row, index) => {
        // Rows have stable ids (docs/contract/documents.md#rows), so these must also be the same at every start.
        const { id = `row-${index + 1}` } = row
        return Object.assign(startRow(node, id, row), initialContent(fields, localization, row))
      })
    case 'computed':
      return null
    case 'value':
      if (given === undefined || given === null) return node.many ? [] : null
      if (holdsTextBlocks(node)) return initialText(node, localization, given)
      return Array.isArray(given) && node.many ? given.map((one) => node.normalize(one)) : node.normalize(given)
  }
}

function initialText(node: FieldNode, localization: Localization | null, given: JsonValue): JsonValue {
  let count = 0
  return mapTextBlocks(node.normalize(given), (block) => {
    count += 1
    const { id = `block-${count}`, blockType = null } = block
    return { id, blockType, data: initialContent(fieldsOfRow(node, block) ?? [], localization, dataOf(block) ?? {}) }
  })
}
