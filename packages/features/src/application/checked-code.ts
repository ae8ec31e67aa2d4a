import type {
  CallMode,
  CheckedQuery,
  CollectionSlug,
  HookData,
  JobName,
  QuireConfig,
  UnknownName,
  WhereOf,
} from '@quirecms/core/feature'

/**
 * Checks what functions of application code return. TypeScript allows excess members in a returned object, so this
 * checks each member, as `Checked` does with the options of a call.
 */
export type CheckedCode<Config extends QuireConfig, Code> = {
  readonly [Kind in keyof Code]: Kind extends 'collections'
    ? {
        readonly [Slug in keyof Code[Kind]]: Slug extends CollectionSlug<Config>
          ? CheckedEntity<Config, Slug, Code[Kind][Slug]>
          : UnknownName<Slug>
      }
    : Kind extends 'jobs'
      ? { readonly [Name in keyof Code[Kind]]: Name extends JobName<Config> ? unknown : UnknownName<Name> }
      : unknown
}

type CheckedEntity<Config extends QuireConfig, Slug extends CollectionSlug<Config>, Given> = {
  readonly [Part in keyof Given]: Part extends 'access'
    ? { readonly [Name in keyof Given[Part]]: CheckedRule<Config, Slug, Given[Part][Name]> }
    : Part extends 'hooks'
      ? {
          readonly [Name in keyof Given[Part]]: CheckedHooks<Config, Slug, Name, Given[Part][Name]>
        }
      : unknown
}

export type CheckedRule<Config extends QuireConfig, Slug extends CollectionSlug<Config>, Given> = Given extends (
  ...args: never
) => infer Answer
  ? [Exclude<Settled<Answer>, boolean>] extends [never]
    ? unknown
    : CheckedWhereOf<Config, Slug, Exclude<Settled<Answer>, boolean>> extends infer Where
      ? // Without this, a function that returns `any` would replace the required type.
        unknown extends Where
        ? unknown
        : (...args: never) => boolean | Where | Promise<boolean | Where>
      : never
  : unknown

/** The type that a promise resolves to. `Awaited` also compares the `then` of promises, and so whole lists of paths. */
type Settled<Answer> = Answer extends Promise<infer Value> ? Value : Answer

type CheckedWhereOf<Config extends QuireConfig, Slug extends CollectionSlug<Config>, Where> =
  CheckedQuery<Config, Slug, CallMode & { where: Where }, { where?: WhereOf<Config, Slug> }> extends {
    readonly where: infer Result
  }
    ? Result
    : unknown

/**
 * If all hooks are valid, nothing is required of the list: comparing it with another array type is expensive, for each
 * collection.
 */
type CheckedHooks<Config extends QuireConfig, Slug extends CollectionSlug<Config>, Name, Given> = [
  WrongHook<Config, Slug, Name, Given[keyof Given & number]>,
] extends [never]
  ? unknown
  : { readonly [Index in keyof Given]: CheckedHook<Config, Slug, Name, Given[Index]> }

/** Distributes. */
type WrongHook<Config extends QuireConfig, Slug extends CollectionSlug<Config>, Name, Hook> = Hook extends unknown
  ? unknown extends CheckedHook<Config, Slug, Name, Hook>
    ? never
    : Hook
  : never

export type CheckedHook<Config extends QuireConfig, Slug extends CollectionSlug<Config>, Name, Given> = Name extends
  | 'beforeValidate'
  | 'beforeChange'
  ? Given extends (...args: never) => infer Answer
    ? CheckedData<HookData<Config, Slug>, Exclude<Settled<Answer>, undefined | void>>
    : unknown
  : unknown

/** A hook that returns nothing changes nothing. */
type CheckedData<Data, Answer> = [Answer] extends [never]
  ? unknown
  : [Exclude<keyof Answer, keyof Data>] extends [never]
    ? unknown
    : (...args: never) => { readonly [Name in Exclude<keyof Answer, keyof Data>]: UnknownName<Name> }
