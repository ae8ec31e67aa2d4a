/** Names of actions, as capabilities have them; `*` stands for all. */
type Actions = readonly string[]

/**
 * What an API key may do, of what its user may (docs/contract/authentication.md#scopes). A collection or global that is named has the
 * actions that stand there, even if these are none; every other one has those of `*`.
 */
export interface KeyScopes {
  readonly collections?: Readonly<Record<string, Actions>>
  readonly globals?: Readonly<Record<string, Actions>>
  /** With `false`, the key sees live content alone, whatever its actions are. */
  readonly drafts?: boolean
  /** Operations of plugins, by the plugin's key. */
  readonly plugins?: Readonly<Record<string, Actions>>
}

/** The API key that a call came with, as rules and hooks see it. */
export interface CallKey {
  readonly id: string
  readonly name: string
}

/** A key as it is now, for what was asked for with it earlier. */
export interface KeyNow {
  readonly key: CallKey
  /** What it leaves of its user's rights by now; undefined for all of them. */
  readonly scopes: KeyScopes | undefined
  readonly expiresAt: string | null
}
