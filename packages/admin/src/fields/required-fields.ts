import { hasDrafts } from '../data/entities.ts'
import type { EntitySchema, FieldSchema } from '../data/schema.ts'

/** Fields that a new file requires. Empty with drafts, which may be incomplete. */
export function requiredFields(entity: EntitySchema): readonly FieldSchema[] {
  if (hasDrafts(entity)) return []
  return entity.fields.filter(
    ({ required, readOnly, structure, default: preset }) =>
      required && !readOnly && structure === 'value' && preset === undefined,
  )
}

/** Whether a field that is on screen must have a value. */
export function isRequired({ required, requiredIfShown }: FieldSchema): boolean {
  return required || requiredIfShown === true
}
