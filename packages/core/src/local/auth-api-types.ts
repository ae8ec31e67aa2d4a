import type { JsonValue } from '../contracts/json.ts'
import type { Pagination } from '../contracts/answer.ts'
import type { ContentModel } from '../config/infer/content-model.ts'
import type { AuthOf, AuthSlug } from '../config/infer/config.ts'
import type { Doc } from '../config/infer/document.ts'
import type { CallExtra } from './call-options.ts'

/** What answers show of a session. */
export interface SessionInfo {
  id: string
  expiresAt: string
}

/** The methods of every auth collection, besides `createUser`. */
interface SignIn<Config extends ContentModel, Slug extends AuthSlug<Config>, Extra extends CallExtra> {
  /** Whether anybody can still create the first user. */
  bootstrap(options?: Extra['options']): Promise<{ available: boolean }>
  login(
    credentials: { readonly email: string; readonly password: string },
    options?: Extra['options'],
  ): Promise<{ user: Doc<Config, Slug>; token: string; session: SessionInfo }>
}

export interface Recovery<Extra extends CallExtra> {
  forgotPassword(request: { readonly email: string }, options?: Extra['options']): Promise<{ requested: true }>
  resetPassword(
    request: { readonly token: string; readonly password: string },
    options?: Extra['options'],
  ): Promise<{ reset: true }>
}

export interface Verification<Extra extends CallExtra> {
  requestVerification(request: { readonly email: string }, options?: Extra['options']): Promise<{ requested: true }>
  verify(request: { readonly token: string }, options?: Extra['options']): Promise<{ verified: true }>
}

export interface Lockout<Extra extends CallExtra> {
  unlock(id: string, options?: Extra['options']): Promise<{ unlocked: true }>
}

/**
 * The methods that an auth collection's options enable; recovery and lockout are on by default
 * (docs/contract/authentication.md#auth-defaults).
 */
export type AuthMethods<Config extends ContentModel, Slug extends AuthSlug<Config>, Extra extends CallExtra> = SignIn<
  Config,
  Slug,
  Extra
> &
  (AuthOf<Config, Slug> extends { readonly recovery: false } ? unknown : Recovery<Extra>) &
  (AuthOf<Config, Slug> extends { readonly verification: true | object } ? Verification<Extra> : unknown) &
  (AuthOf<Config, Slug> extends { readonly lockout: false } ? unknown : Lockout<Extra>)

interface PageOptions {
  readonly page?: number
  readonly limit?: number
}

/** One of the actor's own sessions, in a list. */
export interface OwnSession {
  id: string
  createdAt: string
  lastUsedAt: string
  expiresAt: string
  userAgent: string | null
  ip: string | null
  current: boolean
}

/** One of the actor's own API keys, without its secret. */
export interface OwnApiKey {
  id: string
  name: string
  prefix: string
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
}

/** Whoever is signed in, discriminated by `collection`. */
type Me<Config extends ContentModel> = {
  [Slug in AuthSlug<Config>]: { user: Doc<Config, Slug>; collection: Slug; session: SessionInfo | null }
}[AuthSlug<Config>]

/**
 * The actor's own account. All methods but `me` and the preferences need a session, so they work in the hooks of a call
 * that came with one. `as(actor)` has no session, so there they are `forbidden`.
 */
export interface OwnAccount<Config extends ContentModel, Extra extends CallExtra> {
  me(options?: Extra['options']): Promise<Me<Config>>
  refresh(options?: Extra['options']): Promise<{ token: string; session: SessionInfo }>
  logout(options?: Extra['options']): Promise<{ loggedOut: true }>
  logoutAll(options?: Extra['options']): Promise<{ loggedOut: true; revoked: number }>
  changePassword(
    request: { readonly currentPassword: string; readonly newPassword: string },
    options?: Extra['options'],
  ): Promise<{ changed: true }>
  sessions(options?: PageOptions & Extra['options']): Promise<{ docs: OwnSession[]; pagination: Pagination }>
  endSession(id: string, options?: Extra['options']): Promise<{ id: string; deleted: true }>
  preferences(
    options?: PageOptions & Extra['options'],
  ): Promise<{ docs: { key: string; value: JsonValue }[]; pagination: Pagination }>
  readPreference(key: string, options?: Extra['options']): Promise<{ key: string; value: JsonValue }>
  writePreference(
    key: string,
    request: { readonly value: JsonValue },
    options?: Extra['options'],
  ): Promise<{ key: string; value: JsonValue }>
  deletePreference(key: string, options?: Extra['options']): Promise<{ key: string; deleted: true }>
  resetPreferences(options?: Extra['options']): Promise<{ deleted: number }>
}

export interface OwnApiKeys<Extra extends CallExtra> {
  apiKeys(options?: PageOptions & Extra['options']): Promise<{ docs: OwnApiKey[]; pagination: Pagination }>
  createApiKey(
    request: { readonly name: string; readonly expiresAt?: string | null },
    options?: Extra['options'],
  ): Promise<{ doc: OwnApiKey; key: string }>
  deleteApiKey(id: string, options?: Extra['options']): Promise<{ id: string; deleted: true }>
}

/** Empty if no collection has users; includes API keys if some collection has them. */
export type AccountApi<Config extends ContentModel, Extra extends CallExtra> = [AuthSlug<Config>] extends [never]
  ? object
  : OwnAccount<Config, Extra> & ([KeySlug<Config>] extends [never] ? unknown : OwnApiKeys<Extra>)

type KeySlug<Config extends ContentModel> = {
  [Slug in AuthSlug<Config>]: AuthOf<Config, Slug> extends { readonly apiKeys?: false } | true ? never : Slug
}[AuthSlug<Config>]
