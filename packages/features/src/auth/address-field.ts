import { type FieldDefinition, fieldTypes, type ValidateArguments } from '@quirecms/core/feature'
import { isServiceAccount } from './service-accounts/service-field.ts'

/**
 * Stores addresses in lower case, so that the unique index compares them without case
 * (docs/contract/authentication.md#addresses).
 */
export const addressField: FieldDefinition = {
  type: { ...fieldTypes.email, normalize: (value) => (typeof value === 'string' ? value.toLowerCase() : value) },
  options: { required: true, unique: true },
}

/**
 * `addressField` for collections with service accounts. A service account has no address, so it can't use password
 * recovery.
 */
export const addressOfPeople: FieldDefinition = {
  ...addressField,
  options: {
    required: true,
    unique: true,
    admin: { showIf: { _service: { not_equals: true } } },
    validate: ({ value, next }: ValidateArguments) =>
      !isServiceAccount(next) || value === null || 'A service account has no address. Create a user for a person.',
  },
}
