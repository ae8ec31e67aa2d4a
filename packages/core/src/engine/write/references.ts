import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { Reference, StoredDocument } from '../../contracts/storage.ts'
import { isObject } from '../../content/json-object.ts'
import { fieldsOfRow, rowsOf } from '../../content/rows.ts'

/** The relationships in stored content, for the relationship index. */
export function collectReferences(fields: readonly FieldNode[], data: JsonObject): Reference[] {
  const found = new Map<string, Reference>()
  collect(fields, data, '', found)
  return [...found.values()]
}

/** Whether a document points to what it pointed to before: then the index is right as it is, and need not be read. */
export function keepsReferences<Call>(
  { fields, table }: Pick<Entity<Call>, 'fields' | 'table'>,
  before: StoredDocument,
  references: readonly Reference[],
): boolean {
  // Under another shape, other fields may have been relationships.
  if (before.shape !== table.shape) return false
  const keys = (list: readonly Reference[]) => list.map(keyOf).toSorted().join('\n')
  return keys(references) === keys(collectReferences(fields, JSON.parse(before.json) as JsonObject))
}

function keyOf({ path, locale, collection, id }: Reference): string {
  return `${path} ${locale} ${collection} ${id}`
}

function collect(fields: readonly FieldNode[], data: JsonObject, locale: string, found: Map<string, Reference>): void {
  for (const node of fields) {
    const value = data[node.name]
    if (node.localized && isObject(value)) {
      for (const [code, one] of Object.entries(value)) collectBelow(node, one, code, found)
    } else collectBelow(node, value, locale, found)
  }
}

function collectBelow(
  node: FieldNode,
  value: JsonValue | undefined,
  locale: string,
  found: Map<string, Reference>,
): void {
  if (node.structure === 'group') {
    if (isObject(value)) collect(node.fields, value, locale, found)
  } else if (node.structure === 'rows' || node.structure === 'blocks') {
    for (const row of rowsOf(value)) collect(fieldsOfRow(node, row) ?? [], row, locale, found)
  } else if (node.targets.length > 0) {
    for (const one of Array.isArray(value) ? value : [value]) {
      const target = targetOf(node, one)
      if (!target) continue
      const reference = { path: node.path, locale, ...target }
      found.set(keyOf(reference), reference)
    }
  }
}

/** What a relationship's value points to: an id where there is one target collection, else `{ relationTo, value }`. */
export function targetOf(node: FieldNode, value: JsonValue | undefined): { collection: string; id: string } | null {
  if (typeof value === 'string')
    return node.targets[0] === undefined ? null : { collection: node.targets[0], id: value }
  if (!isObject(value)) return null
  const { relationTo, value: id } = value
  return typeof relationTo === 'string' && typeof id === 'string' ? { collection: relationTo, id } : null
}
