import type { FieldDefinition } from '../../contracts/field.ts'
import { email } from '../../fields/email.ts'

/**
 * Addresses are compared without case (docs/contract/authentication.md#addresses), so they are stored in lower case and the unique index is
 * enough.
 */
export const addressField: FieldDefinition = {
  type: { ...email, normalize: (value) => (typeof value === 'string' ? value.toLowerCase() : value) },
  options: { required: true, unique: true },
}
