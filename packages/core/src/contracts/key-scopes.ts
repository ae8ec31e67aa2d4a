/** Action names as in capabilities; `*` stands for all. */
type Actions = readonly string[]

/**
 * Limits of an API key (docs/contract/authentication.md#scopes). A named collection or global has exactly its actions,
 * even none; all others have those of `*`.
 */
export interface KeyScopes {
  readonly collections?: Readonly<Record<string, Actions>>
  readonly globals?: Readonly<Record<string, Actions>>
  /** With `false`, the key reads live content only. */
  readonly drafts?: boolean
  /** Operations of plugins, by the plugin's key. */
  readonly plugins?: Readonly<Record<string, Actions>>
}

/** The API key that a call came with, as rules and hooks see it. */
export interface CallKey {
  readonly id: string
  readonly name: string
}

/** The current state of a key, for work that it requested earlier. */
export interface KeyState {
  readonly key: CallKey
  /** Remaining rights; undefined for all rights of the user. */
  readonly scopes: KeyScopes | undefined
  readonly expiresAt: string | null
}
