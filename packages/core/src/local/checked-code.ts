import type { QuireConfig } from '../config/define-config.ts'
import type { CheckedQuery, UnknownName } from '../config/infer/checked.ts'
import type { CallMode, CollectionSlug } from '../config/infer/config.ts'
import type { PartialInput } from '../config/infer/input.ts'
import type { WhereOf } from '../config/infer/where.ts'

/**
 * Checks what functions of application code return. The compiler lets a function return an object with more members than it should, so
 * this looks at each of them, as `Checked` does with the options of a call.
 */
export type CheckedCode<Config extends QuireConfig, Code> = {
  readonly [Kind in keyof Code]: Kind extends 'collections'
    ? {
        readonly [Slug in keyof Code[Kind]]: Slug extends CollectionSlug<Config>
          ? CheckedEntity<Config, Slug, Code[Kind][Slug]>
          : UnknownName<Slug>
      }
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
  ? [Exclude<Awaited<Answer>, boolean>] extends [never]
    ? unknown
    : CheckedWhereOf<Config, Slug, Exclude<Awaited<Answer>, boolean>> extends infer Where
      ? // A function that may return anything would take the place of the type that the rule must have.
        unknown extends Where
        ? unknown
        : (...args: never) => boolean | Where | Promise<boolean | Where>
      : never
  : unknown

type CheckedWhereOf<Config extends QuireConfig, Slug extends CollectionSlug<Config>, Where> =
  CheckedQuery<Config, Slug, CallMode & { where: Where }, { where?: WhereOf<Config, Slug> }> extends {
    readonly where: infer Result
  }
    ? Result
    : unknown

type CheckedHooks<Config extends QuireConfig, Slug extends CollectionSlug<Config>, Name, Given> = {
  readonly [Index in keyof Given]: CheckedHook<Config, Slug, Name, Given[Index]>
}

export type CheckedHook<Config extends QuireConfig, Slug extends CollectionSlug<Config>, Name, Given> = Name extends
  | 'beforeValidate'
  | 'beforeChange'
  ? Given extends (...args: never) => infer Answer
    ? (...args: never) => CheckedData<PartialInput<Config, Slug>, Exclude<Awaited<Answer>, undefined | void>>
    : unknown
  : unknown

type CheckedData<Data, Answer> = [Exclude<keyof Answer, keyof Data>] extends [never]
  ? unknown
  : { readonly [Name in Exclude<keyof Answer, keyof Data>]: UnknownName<Name> }
