import type { FieldDefinition } from '../../contracts/field.ts'

/** Whether users may have second factors, or one of this kind. */
export type HasFactor<Auth, Kind extends 'passkeys' | 'totp' = 'passkeys' | 'totp'> = true extends (
  Kind extends unknown
    ? Auth extends { readonly [One in Kind]: true | object }
      ? true
      : false
    : never
)
  ? true
  : false

/** The address that every user has. */
interface AddressField {
  readonly email: FieldDefinition<'email', { readonly required: true; readonly unique: true }>
}

/** Whether the address is confirmed, where that is asked for; whoever may not update the user doesn't see it. */
interface VerifiedField {
  readonly _verified: FieldDefinition<
    'checkbox',
    { readonly maintained: true; readonly access: { readonly read: unknown } }
  >
}

/** Of a service account, which has no address. */
interface ServiceFields {
  readonly email: FieldDefinition<'email', { readonly unique: true }>
  readonly _service: FieldDefinition<'checkbox', { readonly maintained: true }>
}

/** Whether there are users without password and address. */
export type HasServiceAccounts<Auth> = Auth extends { readonly accounts: { readonly service: true } } ? true : false

type NamedFields<Auth> = HasServiceAccounts<Auth> extends true ? ServiceFields : AddressField

/** What users have in addition to the fields of the configuration, by what `auth` is. */
export type UserFields<Auth> = Auth extends { readonly verification: infer Verification }
  ? Verification extends true | object
    ? NamedFields<Auth> & VerifiedField
    : NamedFields<Auth>
  : NamedFields<Auth>
