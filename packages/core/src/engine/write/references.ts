import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Reference, StoredDocument } from '../../contracts/document-storage.ts'
import { parseJson } from '../../content/parse-json.ts'
import { collectReferences, referenceKey } from '../../content/references.ts'

/** Whether references are unchanged, so that the relationship index is. */
export function keepsReferences<Call>(
  { fields, table }: Pick<Entity<Call>, 'fields' | 'table'>,
  before: StoredDocument,
  references: readonly Reference[],
): boolean {
  // Under another shape, other fields may be relationships.
  if (before.shape !== table.shape) return false
  const pointed = collectReferences(fields, parseJson(before.json) as JsonObject)
  if (pointed.length !== references.length) return false
  const points = new Set(references.map(referenceKey))
  return pointed.every((reference) => points.has(referenceKey(reference)))
}

/**
 * Whether a relationship restricts or follows the deletion of its target (docs/contract/documents.md#on-delete), so
 * that both need locks.
 */
export function holdsTarget({ options }: FieldNode): boolean {
  return options['onDelete'] === 'restrict' || options['onDelete'] === 'clear'
}
