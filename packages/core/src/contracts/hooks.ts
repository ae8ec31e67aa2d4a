import type { Actor, CallKey, CallRequest, Context } from './access.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { AnyLocalApi } from './local.ts'

/**
 * What every hook gets (docs/contract/application-code.md#hook-arguments). `doc` is the state before the change, or in `after…` hooks the
 * one after it.
 */
export interface HookArguments {
  readonly data: JsonObject | undefined
  readonly doc: JsonObject | undefined
  /**
   * The whole document as it would be stored, read-only. From `beforeChange` on: earlier hooks may still change the
   * data.
   */
  readonly next: Readonly<JsonObject> | undefined
  /** The document before the change, in `afterChange`, `afterCommit` and `afterDelete`; null for a new one. */
  readonly previous: Readonly<JsonObject> | null | undefined
  readonly id: string | undefined
  readonly operation: string
  readonly actor: Actor | null
  /** The API key that the actor uses; null for a session, and in process. */
  readonly key: CallKey | null
  readonly locale: string | undefined
  /** The local API, acting for the caller, inside the running transaction. */
  readonly local: AnyLocalApi
  readonly context: Context
  readonly collection: string
  /** The request that the call came with; null in process. */
  readonly request: CallRequest | null
  /** In `beforeLogin` and `afterLogin`: the key of the provider; undefined for a password. */
  readonly provider?: string
}

/**
 * What each hook gets of a document (docs/contract/application-code.md#hook-arguments). It takes one type with members,
 * so that the compiler only computes those that a hook uses.
 */
export interface HookSubjects<Of extends HookTypes = LooseTypes> {
  beforeOperation: HookSubjectOf<JsonObject | undefined, undefined, undefined, undefined>
  beforeValidate: HookSubjectOf<Of['data'], Of['doc'] | undefined, undefined, undefined>
  beforeChange: HookSubjectOf<Of['data'], Of['doc'] | undefined, Readonly<Of['next']>, undefined>
  afterChange: HookSubjectOf<Of['data'], Of['doc'], Readonly<Of['doc']>, Readonly<Of['doc']> | null>
  afterCommit: HookSubjectOf<
    Of['data'] | undefined,
    Of['doc'],
    Readonly<Of['doc']> | undefined,
    Readonly<Of['doc']> | null
  >
  beforeRead: HookSubjectOf<undefined, undefined, undefined, undefined>
  afterRead: HookSubjectOf<undefined, Of['doc'], undefined, undefined>
  beforeDelete: HookSubjectOf<undefined, Of['doc'], undefined, undefined>
  afterDelete: HookSubjectOf<undefined, Of['doc'], undefined, Readonly<Of['doc']>>
  beforeLogin: HookSubjectOf<undefined, Of['doc'], undefined, undefined>
  afterLogin: HookSubjectOf<undefined, Of['doc'], undefined, undefined>
  afterLogout: HookSubjectOf<undefined, Of['doc'], undefined, undefined>
}

export interface HookTypes {
  readonly data: unknown
  readonly doc: unknown
  /** A document that has no system fields yet if it is new. */
  readonly next: unknown
}

interface LooseTypes extends HookTypes {
  readonly data: JsonObject
  readonly doc: JsonObject
  readonly next: JsonObject
}

export interface HookSubjectOf<Data, Doc, Next, Previous> {
  readonly data: Data
  readonly doc: Doc
  readonly next: Next
  readonly previous: Previous
}

/** What one hook gets, without an application's types. `HookArguments` fits all hooks. */
export type ArgumentsOf<Name extends HookName> = Omit<
  HookArguments,
  keyof HookSubjectOf<unknown, unknown, unknown, unknown>
> &
  HookSubjects[Name]

/** A `before…` hook may return new data; if it returns nothing, the data stays as it is. */
export type Hook<Args = HookArguments> = (args: Args) => unknown

/** What field hooks get besides the arguments of the hook of their name. */
export interface FieldHookSubject<Value = JsonValue> {
  readonly value: Value | undefined
  /** With row indexes: `sections.0.text`. */
  readonly path: string
}

/** What the engine gives to every field hook. */
export type FieldHookArguments = HookArguments & FieldHookSubject

/** A hook returns the new value; with undefined, the value stays as it is. */
export type FieldHooks = {
  readonly [Name in 'beforeValidate' | 'beforeChange' | 'afterRead']?: readonly Hook<
    ArgumentsOf<Name> & FieldHookSubject
  >[]
}

export const HOOK_NAMES = [
  'beforeOperation',
  'beforeValidate',
  'beforeChange',
  'afterChange',
  'afterCommit',
  'beforeRead',
  'afterRead',
  'beforeDelete',
  'afterDelete',
  'beforeLogin',
  'afterLogin',
  'afterLogout',
] as const

export type HookName = (typeof HOOK_NAMES)[number]

export type Hooks = { readonly [name in HookName]?: readonly Hook[] }
