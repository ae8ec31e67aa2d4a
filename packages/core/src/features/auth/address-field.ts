import type { FieldDefinition } from '../../contracts/field.ts'
import type { ValidateArguments } from '../../contracts/field-options.ts'
import { email } from '../../fields/email.ts'
import { isServiceAccount } from './service-accounts/service-field.ts'

/**
 * Addresses are compared without case (docs/contract/authentication.md#addresses), so they are stored in lower case and the unique index is
 * enough.
 */
export const addressField: FieldDefinition = {
  type: { ...email, normalize: (value) => (typeof value === 'string' ? value.toLowerCase() : value) },
  options: { required: true, unique: true },
}

/** The same where some users have none: service accounts must not, so that nobody recovers a password that they never had. */
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
