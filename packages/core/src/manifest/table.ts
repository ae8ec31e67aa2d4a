import { createHash } from 'node:crypto'
import type { PathStep } from '../contracts/condition.ts'
import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { Localization } from '../contracts/localization.ts'
import type { ColumnSpec, DocumentTable, IndexSpec } from '../contracts/storage.ts'

/** What the database must hold for an entity. */
export function tableOf(
  entity: { readonly kind: 'collection' | 'global'; readonly slug: string; readonly fields: readonly FieldNode[] },
  columns: readonly ColumnSpec[],
  localization: Localization | null,
): DocumentTable {
  const { kind, slug, fields } = entity
  const name = kind === 'global' ? `global:${slug}` : slug
  const shape = createHash('sha256')
    .update(JSON.stringify(shapeOf(fields)))
    .digest('base64url')
    .slice(0, 16)
  const indexes = fields.flatMap((node) => indexesOf(node, [], localization))
  const base = { name, columns, indexes, shape }
  if (kind === 'collection') return base
  const emptyColumns = Object.fromEntries(columns.map((column) => [column.name, null]))
  const json = JSON.stringify(initialContent(fields, localization))
  return { ...base, seed: { id: slug, json, columns: emptyColumns } }
}

/** Everything that decides how a document's JSON is built, and nothing else. */
function shapeOf(fields: readonly FieldNode[]): unknown {
  return fields.map((node) => [
    node.name,
    node.structure,
    node.localized,
    node.many,
    shapeOf(node.fields),
    Object.entries(node.blocks).map(([block, inner]) => [block, shapeOf(inner)]),
  ])
}

/** `index` and `unique` of fields outside of lists; one index a locale where the field is localized, named `path@locale`. */
function indexesOf(node: FieldNode, before: readonly PathStep[], localization: Localization | null): IndexSpec[] {
  const key: readonly PathStep[] = [...before, { kind: 'key', name: node.name }]
  const places: { readonly suffix: string; readonly steps: readonly PathStep[] }[] =
    node.localized && localization
      ? localization.locales.map((locale) => ({
          suffix: `@${locale}`,
          steps: [...key, { kind: 'locale', chain: [locale] }],
        }))
      : [{ suffix: '', steps: key }]
  return places.flatMap(({ suffix, steps }) => {
    if (node.structure === 'group') {
      return node.fields
        .flatMap((inner) => indexesOf(inner, steps, localization))
        .map((index) => ({ ...index, name: index.name + suffix }))
    }
    const { index, unique } = node.options
    if (!(index || unique) || node.storedAs === null || node.many) return []
    const storedAs = node.storedAs === 'instant' ? 'text' : node.storedAs
    return [{ name: node.path + suffix, path: { steps, storedAs }, unique: unique === true }]
  })
}

/** A global exists from the first migration on, with its defaults (contract 14, Copies). */
function initialContent(fields: readonly FieldNode[], localization: Localization | null): JsonObject {
  const content: JsonObject = {}
  for (const node of fields) {
    if (node.structure === 'computed') continue
    const given = initialValue(node, localization)
    content[node.name] =
      node.localized && localization ? (given.own ? { [localization.defaultLocale]: given.value } : {}) : given.value
  }
  return content
}

function initialValue(node: FieldNode, localization: Localization | null): { value: JsonValue; own: boolean } {
  const { default: given } = node.options
  // A function decides on the caller; at the first migration there is none.
  if (given !== undefined && typeof given !== 'function') {
    return { value: node.normalize(structuredClone(given) as JsonValue), own: true }
  }
  if (node.structure === 'group') return { value: initialContent(node.fields, localization), own: false }
  return { value: node.many || node.structure === 'rows' || node.structure === 'blocks' ? [] : null, own: false }
}
