import type { JsonObject } from './json.ts'

/** Who makes a call: the user's document plus the auth collection it belongs to (docs/contract/README.md#words). */
export interface Actor {
  readonly id: string
  readonly collection: string
  // oxlint-disable-next-line typescript/no-explicit-any -- application code reads its own fields off the actor in every rule; `unknown` would force a cast into each of them
  readonly [field: string]: any
}

/** A query expression as clients and rules write it, before it is resolved (docs/contract/querying.md#where). */
export type Where = { readonly [key: string]: unknown }

/** Application-owned values that travel with one call through rules, hooks and nested local calls. */
export type Context = Record<string, unknown>

export interface CallRequest {
  /** The request id in the log. */
  readonly id: string
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** The client's address, as reported by trusted proxies. */
  readonly address: string
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Arguments of an access rule. `doc` is the stored document before the change, if there is one. */
export interface RuleArguments {
  readonly actor: Actor | null
  /** The API key that the actor uses; null for a session, and in process. */
  readonly key: CallKey | null
  readonly id: string | undefined
  readonly data: JsonObject | undefined
  readonly doc: JsonObject | undefined
  readonly operation: string
  readonly locale: string | undefined
  readonly context: Context
  /** The request that the call came with; null in process. */
  readonly request: CallRequest | null
}

/** True, false, or a `Where` that becomes part of the storage statement. */
export type Rule = (args: RuleArguments) => boolean | Where | Promise<boolean | Where>

/** Traits of a rule that the engine depends on. */
interface RuleTraits {
  /** Guards removals, which also clear references in other documents. */
  readonly removes?: true
  /** Shows more than live content: drafts or versions. */
  readonly showsMore?: true
  /** Fallback if this rule is not set; otherwise, only users of the admin collection are allowed. */
  readonly or?: string
}

const RULES = {
  read: {},
  create: {},
  update: {},
  delete: { removes: true },
  deletePermanent: { removes: true, or: 'delete' },
  readDrafts: { showsMore: true },
  readVersions: { showsMore: true },
  publish: {},
  unlock: {},
  manageKeys: {},
} as const satisfies Readonly<Record<string, RuleTraits>>

type KnownRule = keyof typeof RULES

export const RULE_NAMES = Object.keys(RULES) as readonly KnownRule[]

/** None for the rules of plugins. */
export function traitsOf(rule: RuleName | undefined): RuleTraits {
  return RULE_NAMES.includes(rule as KnownRule) ? RULES[rule as KnownRule] : {}
}

/**
 * Access rules that plugins add, by name. A plugin declares its own here, so that the compiler accepts them in
 * applications that use the plugin.
 *
 * @example
 * declare module 'quirecms' {
 *   interface PluginRules { approve: true }
 * }
 */
export interface PluginRules {}

export type PluginRuleName = Extract<keyof PluginRules, string>

// oxlint-disable-next-line typescript/no-redundant-type-constituents -- there are none until a plugin adds to the interface
export type OrOfPlugins<Name extends string> = Name | PluginRuleName

export type RuleName = OrOfPlugins<KnownRule>

/** Access rules of one field. If a rule returns a `Where`, the document itself must match it. */
export interface FieldAccess {
  readonly read?: Rule
  readonly create?: Rule
  readonly update?: Rule
}

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
