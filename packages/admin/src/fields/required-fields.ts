import { hasDrafts } from '../data/entities.ts'
import type { EntitySchema, FieldSchema } from '../data/schema.ts'

/** What must be known of a file before it can be stored. Drafts may be incomplete, so nothing then. */
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
