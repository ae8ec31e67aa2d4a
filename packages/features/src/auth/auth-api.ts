import type {
  AnsweredDoc,
  AuthOf,
  AuthSlug,
  CallMode,
  Checked,
  ContentModel,
  CreateInput,
  Doc,
  HasFactor,
  HasServiceAccounts,
  ModeOf,
  Omittable,
  PresentOptions,
  Requested,
  UpdateInput,
} from '@quirecms/core/feature'
import type { CREATE_SERVICE_SCHEMA, CREATE_USER_SCHEMA, WITHOUT_PASSWORD_SCHEMA } from './create-user-body.ts'
import type { ApiKeyApi, ServiceKeyApi, UsersKeyApi } from './api-keys/api-key-api.ts'
import type { KeyScopesOf } from './api-keys/api-key-types.ts'
import type { OwnFactorsApi, SecondFactorApi, TotpApi } from './factors/factors-api.ts'
import type { PasskeyApi, PasskeySignInApi } from './factors/passkey-api.ts'
import type { AcceptApi, INVITE_SCHEMA, InvitationApi } from './invitations/invitation-api.ts'
import type { SessionApi, SessionInfo } from './session-api.ts'
import type { SignInsApi } from './sign-ins.ts'
import type { LockoutApi, RecoveryApi, SignInApi, VerificationApi } from './sign-in-api.ts'

/** An unknown collection may have service accounts. */
type NewUser<Config extends ContentModel, Slug extends AuthSlug<Config>, Values> =
  | Requested<typeof CREATE_USER_SCHEMA, Values>
  | (string extends Slug
      ? Requested<typeof CREATE_SERVICE_SCHEMA, Values> | Requested<typeof WITHOUT_PASSWORD_SCHEMA, Values>
      : HasServiceAccounts<AuthOf<Config, Slug>> extends true
        ? Requested<typeof CREATE_SERVICE_SCHEMA, Values>
        : never)

interface CreateUser<
  Config extends ContentModel,
  Slug extends AuthSlug<Config>,
  Given,
  Present extends CallMode = PresentOptions<Config, Slug> & Given,
> {
  createUser<const Options extends Omittable<Present>>(
    request: NewUser<Config, Slug, { readonly create: CreateInput<Config, Slug, ModeOf<Options>> }>,
    options?: Options & Checked<Options, Present>,
  ): AnsweredDoc<Config, Slug, Options>
}

interface Invite<
  Config extends ContentModel,
  Slug extends AuthSlug<Config>,
  Given,
  Present extends CallMode = PresentOptions<Config, Slug> & Given,
> {
  /** Creates a user without a password, and mails a link to choose one. */
  invite<const Options extends Omittable<Present>>(
    request: Requested<typeof INVITE_SCHEMA, { readonly create: CreateInput<Config, Slug, ModeOf<Options>> }>,
    options?: Options & Checked<Options, Present>,
  ): AnsweredDoc<Config, Slug, Options>
}

interface CreateUserWithoutPassword<
  Config extends ContentModel,
  Slug extends AuthSlug<Config>,
  Given,
  Present extends CallMode = PresentOptions<Config, Slug> & Given,
> {
  createUser<const Options extends Omittable<Present>>(
    request: Requested<typeof WITHOUT_PASSWORD_SCHEMA, { readonly create: CreateInput<Config, Slug, ModeOf<Options>> }>,
    options?: Options & Checked<Options, Present>,
  ): AnsweredDoc<Config, Slug, Options>
}

export type InvitingApi<Config extends ContentModel, Slug extends AuthSlug<Config>, Given> = Invite<
  Config,
  Slug,
  Given
> &
  InvitationApi<Given> &
  (HasPasswords<Config, Slug> extends true ? AcceptApi<Given, Doc<Config, Slug>, UpdateInput<Config, Slug>> : unknown)

export type UserApi<Config extends ContentModel, Slug extends AuthSlug<Config>, Given> = SignInApi<
  Given,
  Doc<Config, Slug>
> &
  CreateUser<Config, Slug, Given>

/**
 * Methods that the collection's options enable; recovery and lockout are on by default
 * (docs/contract/authentication.md#auth-defaults).
 */
export type AuthApi<Config extends ContentModel, Slug extends AuthSlug<Config>, Given> = (HasPasswords<
  Config,
  Slug
> extends true
  ? UserApi<Config, Slug, Given> &
      (AuthOf<Config, Slug> extends { readonly recovery: false } ? unknown : RecoveryApi<Given>)
  : Omit<SignInApi<Given, Doc<Config, Slug>>, 'login'> & CreateUserWithoutPassword<Config, Slug, Given>) &
  SignInsApi<Given> &
  (AuthOf<Config, Slug> extends { readonly verification: true | object } ? VerificationApi<Given> : unknown) &
  (AuthOf<Config, Slug> extends { readonly invitations: true | object } ? InvitingApi<Config, Slug, Given> : unknown) &
  (AuthOf<Config, Slug> extends { readonly lockout: false } ? unknown : LockoutApi<Given>) &
  (Slug extends FactorSlug<Config> ? SecondFactorApi<Given, Doc<Config, Slug>> : unknown) &
  (Slug extends FactorSlug<Config, 'passkeys'> ? PasskeySignInApi<Given, Doc<Config, Slug>> : unknown) &
  (Slug extends KeySlug<Config> ? UsersKeyApi<Given, KeyScopesOf<Config>> : unknown) &
  (HasServiceAccounts<AuthOf<Config, Slug>> extends true ? ServiceKeyApi<Given, KeyScopesOf<Config>> : unknown)

type HasPasswords<Config extends ContentModel, Slug extends AuthSlug<Config>> =
  AuthOf<Config, Slug> extends { readonly passwords: false } ? false : true

/** The signed-in user, discriminated by `collection`. */
type Me<Config extends ContentModel> = {
  [Slug in AuthSlug<Config>]: { user: Doc<Config, Slug>; collection: Slug; session: SessionInfo | null }
}[AuthSlug<Config>]

/**
 * The actor's own account. All methods but `me` and the preferences need a session: they work in hooks of a call that
 * has one, and are `forbidden` in `as(actor)`.
 */
export interface OwnAccount<Config extends ContentModel, Given> extends SessionApi<Given> {
  me(options?: Given): Promise<Me<Config>>
}

/** Empty if no collection has users; includes API keys and second factors if a collection has them. */
export type AccountApi<Config extends ContentModel, Given> = [AuthSlug<Config>] extends [never]
  ? object
  : OwnAccount<Config, Given> &
      ([KeySlug<Config>] extends [never] ? unknown : ApiKeyApi<Given, KeyScopesOf<Config>>) &
      ([FactorSlug<Config>] extends [never] ? unknown : OwnFactorsApi<Given>) &
      ([FactorSlug<Config, 'totp'>] extends [never] ? unknown : TotpApi<Given>) &
      ([FactorSlug<Config, 'passkeys'>] extends [never] ? unknown : PasskeyApi<Given>)

type FactorSlug<Config extends ContentModel, Kind extends 'passkeys' | 'totp' = 'passkeys' | 'totp'> = {
  [Slug in AuthSlug<Config>]: HasFactor<AuthOf<Config, Slug>, Kind> extends true ? Slug : never
}[AuthSlug<Config>]

type KeySlug<Config extends ContentModel> = {
  [Slug in AuthSlug<Config>]: AuthOf<Config, Slug> extends { readonly apiKeys: true | object } ? Slug : never
}[AuthSlug<Config>]
