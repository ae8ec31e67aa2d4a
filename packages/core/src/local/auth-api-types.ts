import type { JsonValue } from '../contracts/json.ts'
import type { Pagination } from '../contracts/operation.ts'
import type { QuireConfig } from '../config/define-config.ts'
import type { AuthOf, AuthSlug } from '../config/infer/config.ts'
import type { Doc } from '../config/infer/document.ts'
import type { CallOptions } from './call-options.ts'

/** What answers show of a session. */
export interface SessionInfo {
  id: string
  expiresAt: string
}

/** The methods of every auth collection, besides `createUser` (contract 7 and 8). */
interface SignIn<Config extends QuireConfig, Slug extends AuthSlug<Config>> {
  /** Whether anybody can still create the first user. */
  bootstrap(options?: CallOptions): Promise<{ available: boolean }>
  login(
    credentials: { readonly email: string; readonly password: string },
    options?: CallOptions,
  ): Promise<{ user: Doc<Config, Slug>; token: string; session: SessionInfo }>
}

interface Recovery {
  forgotPassword(request: { readonly email: string }, options?: CallOptions): Promise<{ requested: true }>
  resetPassword(
    request: { readonly token: string; readonly password: string },
    options?: CallOptions,
  ): Promise<{ reset: true }>
}

interface Verification {
  requestVerification(request: { readonly email: string }, options?: CallOptions): Promise<{ requested: true }>
  verify(request: { readonly token: string }, options?: CallOptions): Promise<{ verified: true }>
}

interface Lockout {
  unlock(id: string, options?: CallOptions): Promise<{ unlocked: true }>
}

/** The methods that an auth collection's options enable; recovery and lockout are on by default (contract 14). */
export type AuthMethods<Config extends QuireConfig, Slug extends AuthSlug<Config>> = SignIn<Config, Slug> &
  (AuthOf<Config, Slug> extends { readonly recovery: false } ? unknown : Recovery) &
  (AuthOf<Config, Slug> extends { readonly verification: true | object } ? Verification : unknown) &
  (AuthOf<Config, Slug> extends { readonly lockout: false } ? unknown : Lockout)

interface PageOptions extends CallOptions {
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
type Me<Config extends QuireConfig> = {
  [Slug in AuthSlug<Config>]: { user: Doc<Config, Slug>; collection: Slug; session: SessionInfo | null }
}[AuthSlug<Config>]

/**
 * The actor's own account. All methods but `me` and the preferences need a session, so they work in the hooks of a call
 * that came with one. `as(actor)` has no session, so there they are `forbidden`.
 */
interface OwnAccount<Config extends QuireConfig> {
  me(options?: CallOptions): Promise<Me<Config>>
  refresh(options?: CallOptions): Promise<{ token: string; session: SessionInfo }>
  logout(options?: CallOptions): Promise<{ loggedOut: true }>
  logoutAll(options?: CallOptions): Promise<{ loggedOut: true; revoked: number }>
  changePassword(
    request: { readonly currentPassword: string; readonly newPassword: string },
    options?: CallOptions,
  ): Promise<{ changed: true }>
  sessions(options?: PageOptions): Promise<{ docs: OwnSession[]; pagination: Pagination }>
  endSession(id: string, options?: CallOptions): Promise<{ id: string; deleted: true }>
  readPreference(key: string, options?: CallOptions): Promise<{ key: string; value: JsonValue }>
  writePreference(
    key: string,
    request: { readonly value: JsonValue },
    options?: CallOptions,
  ): Promise<{ key: string; value: JsonValue }>
  deletePreference(key: string, options?: CallOptions): Promise<{ key: string; deleted: true }>
  resetPreferences(options?: CallOptions): Promise<{ deleted: number }>
}

interface OwnApiKeys {
  apiKeys(options?: PageOptions): Promise<{ docs: OwnApiKey[]; pagination: Pagination }>
  createApiKey(
    request: { readonly name: string; readonly expiresAt?: string | null },
    options?: CallOptions,
  ): Promise<{ doc: OwnApiKey; key: string }>
  deleteApiKey(id: string, options?: CallOptions): Promise<{ id: string; deleted: true }>
}

/** Empty if no collection has users; includes API keys if some collection has them. */
export type AccountApi<Config extends QuireConfig> = [AuthSlug<Config>] extends [never]
  ? object
  : OwnAccount<Config> & ([KeySlug<Config>] extends [never] ? unknown : OwnApiKeys)

type KeySlug<Config extends QuireConfig> = {
  [Slug in AuthSlug<Config>]: AuthOf<Config, Slug> extends { readonly apiKeys?: false } | true ? never : Slug
}[AuthSlug<Config>]
