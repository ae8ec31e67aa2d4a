import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Reference, StoredDocument } from '../../contracts/document-storage.ts'
import { parseJson } from '../../content/parse-json.ts'
import { collectReferences, referenceKey } from '../../content/references.ts'

/** Whether a document points to what it pointed to before: then the index is right as it is, and need not be read. */
export function keepsReferences<Call>(
  { fields, table }: Pick<Entity<Call>, 'fields' | 'table'>,
  before: StoredDocument,
  references: readonly Reference[],
): boolean {
  // Under another shape, other fields may have been relationships.
  if (before.shape !== table.shape) return false
  const pointed = collectReferences(fields, parseJson(before.json) as JsonObject)
  if (pointed.length !== references.length) return false
  const points = new Set(references.map(referenceKey))
  return pointed.every((reference) => points.has(referenceKey(reference)))
}

/**
 * Whether a relationship has a say when its target is deleted (docs/contract/documents.md#on-delete): then the two must not happen at the
 * same time.
 */
export function holdsTarget({ options }: FieldNode): boolean {
  return options['onDelete'] === 'restrict' || options['onDelete'] === 'clear'
}
