import type { FieldDefinition } from '../../contracts/field.ts'

export type HasFactor<Auth, Kind extends 'passkeys' | 'totp' = 'passkeys' | 'totp'> = true extends (
  Kind extends unknown
    ? Auth extends { readonly [One in Kind]: true | object }
      ? true
      : false
    : never
)
  ? true
  : false

interface AddressField {
  readonly email: FieldDefinition<'email', { readonly required: true; readonly unique: true }>
}

/**
 * Whether the address is verified, if the collection requires that. Hidden from callers who may not update the user.
 */
interface VerifiedField {
  readonly _verified: FieldDefinition<
    'checkbox',
    { readonly maintained: true; readonly access: { readonly read: unknown } }
  >
}

/** For service accounts, which have no address. */
interface ServiceFields {
  readonly email: FieldDefinition<'email', { readonly unique: true }>
  readonly _service: FieldDefinition<'checkbox', { readonly maintained: true }>
}

export type HasServiceAccounts<Auth> = Auth extends { readonly accounts: { readonly service: true } } ? true : false

type NamedFields<Auth> = HasServiceAccounts<Auth> extends true ? ServiceFields : AddressField

export type UserFields<Auth> = Auth extends { readonly verification: infer Verification }
  ? Verification extends true | object
    ? NamedFields<Auth> & VerifiedField
    : NamedFields<Auth>
  : NamedFields<Auth>
