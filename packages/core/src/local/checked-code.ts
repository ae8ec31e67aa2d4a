import type { QuireConfig } from '../config/define-config.ts'
import type { CheckedQuery, UnknownName } from '../config/infer/checked.ts'
import type { CallMode, CollectionSlug } from '../config/infer/config.ts'
import type { UpdateInput } from '../config/infer/input.ts'
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
          readonly [Name in keyof Given[Part]]: Name extends 'beforeValidate' | 'beforeChange'
            ? CheckedHooks<UpdateInput<Config, Slug>, Given[Part][Name]>
            : unknown
        }
      : unknown
}

type CheckedRule<Config extends QuireConfig, Slug extends CollectionSlug<Config>, Given> = Given extends (
  ...args: never
) => infer Answer
  ? [Exclude<Awaited<Answer>, boolean>] extends [never]
    ? unknown
    : (...args: never) => CheckedAnswer<Config, Slug, Exclude<Awaited<Answer>, boolean>>
  : unknown

type CheckedAnswer<Config extends QuireConfig, Slug extends CollectionSlug<Config>, Where> =
  | boolean
  | CheckedWhereOf<Config, Slug, Where>
  | Promise<boolean | CheckedWhereOf<Config, Slug, Where>>

type CheckedWhereOf<Config extends QuireConfig, Slug extends CollectionSlug<Config>, Where> =
  CheckedQuery<Config, Slug, CallMode & { where: Where }, { where?: WhereOf<Config, Slug> }> extends {
    readonly where: infer Result
  }
    ? Result
    : unknown

type CheckedHooks<Data, Given> = {
  readonly [Index in keyof Given]: Given[Index] extends (...args: never) => infer Answer
    ? (...args: never) => CheckedData<Data, Exclude<Awaited<Answer>, undefined | void>>
    : unknown
}

type CheckedData<Data, Answer> = [Exclude<keyof Answer, keyof Data>] extends [never]
  ? unknown
  : { readonly [Name in Exclude<keyof Answer, keyof Data>]: UnknownName<Name> }
