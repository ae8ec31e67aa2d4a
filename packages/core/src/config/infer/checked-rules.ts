import type { Rule } from '../../contracts/access.ts'
import type { FieldDefinition } from '../../contracts/field.ts'
import type { PluginOptions } from '../../contracts/plugin-api.ts'
import type { RowOperator } from '../../contracts/operators.ts'
import type { FeatureFields } from './config.ts'
import type { ConditionsOf } from './conditions.ts'
import type { SystemName } from './path.ts'
import type { UnknownName } from './problem.ts'
import type { EntityWithFields } from './traits.ts'

/**
 * The answer of a rule, which also checks the queries among it, where they are written. The other collections are not
 * known there, nor are the locales, so this checks names of fields, also in groups, and of operators; the rest is
 * checked at start.
 */
export type CheckedAnswer<Fields, Given extends EntityWithFields, Name extends string> = Given extends {
  readonly access: { readonly [One in Name]: (...args: never) => infer Answer }
}
  ? // A plugin whose option the collection sets may add fields that are not known here.
    [Extract<keyof Given, keyof PluginOptions>] extends [never]
    ? [MistakeIn<Fields, Extract<Settled<Answer>, object>>] extends [never]
      ? ReturnType<Rule>
      : LocatedMistakes<Fields, Answer>
    : ReturnType<Rule>
  : ReturnType<Rule>

/** The answer of a rule, with a `Problem` at each mistake, and `unknown` elsewhere. Distributes. */
type LocatedMistakes<Fields, Answer> =
  Answer extends Promise<infer Value>
    ? Promise<LocatedMistakes<Fields, Value>>
    : Answer extends object
      ? {
          readonly [Path in keyof Answer]: Path extends 'and' | 'or'
            ? LocatedInList<Fields, Answer[Path]>
            : Path extends 'not'
              ? LocatedMistakes<Fields, Answer[Path]>
              : LocatedAt<Fields, Path, Answer[Path]>
        }
      : boolean

type LocatedInList<Fields, List> = { readonly [Index in keyof List]: LocatedMistakes<Fields, List[Index]> }

/** A mistake that is there without conditions, too, is in the path, and otherwise in an operator. */
type LocatedAt<Fields, Path, Conditions> = [MistakeAt<Fields, Path, object>] extends [never]
  ? { readonly [Name in keyof Conditions]: ProblemOr<MistakeAt<Fields, Path, Pick<Conditions, Name>>> }
  : MistakeAt<Fields, Path, object>

type ProblemOr<Mistake> = [Mistake] extends [never] ? unknown : Mistake

/** The type that a promise resolves to. `Awaited` also compares the `then` of promises. */
type Settled<Answer> = Answer extends Promise<infer Value> ? Value : Answer

/**
 * Distributes over what a rule may return. A query whose names the compiler doesn't know, such as that of a function
 * that returns `Where`, has no mistakes.
 */
type MistakeIn<Fields, Query> = unknown extends Query
  ? never
  : Query extends unknown
    ? string extends keyof Query
      ? never
      : {
          [Path in keyof Query]-?: Path extends 'and' | 'or'
            ? Query[Path] extends readonly (infer Part)[]
              ? MistakeIn<Fields, Part>
              : never
            : Path extends 'not'
              ? MistakeIn<Fields, Query[Path]>
              : MistakeAt<Fields, Path, Query[Path]>
        }[keyof Query]
    : never

type MistakeAt<Fields, Path, Conditions> = Path extends SystemName | keyof FeatureFields
  ? never
  : Path extends keyof Fields
    ? WrongOperator<Fields[Path], Conditions>
    : Path extends `${infer Name}.${infer Rest}`
      ? Name extends keyof Fields
        ? MistakeBelow<Fields[Name], Rest, Conditions>
        : UnknownName<Path, SystemName | keyof Fields>
      : UnknownName<Path, SystemName | keyof Fields>

/** A path goes on in a group; anywhere else, it may name a locale, a part or a field of another collection. */
type MistakeBelow<Field, Path, Conditions> =
  Field extends FieldDefinition<'group', infer Options>
    ? Options extends { readonly localized: true }
      ? never
      : Options extends { readonly fields: infer Fields }
        ? MistakeAt<Fields, Path, Conditions>
        : never
    : never

type WrongOperator<Field, Conditions> =
  Field extends FieldDefinition<infer Type, infer Options>
    ? Type extends 'group' | 'array' | 'blocks' | 'join' | 'virtual'
      ? never
      : string extends keyof ConditionsOf<Type, Options>
        ? never
        : UnknownAmong<keyof Conditions, keyof ConditionsOf<Type, Options>>
    : never

/** Distributes over the operators. */
type UnknownAmong<Name, Known> = Name extends Known | RowOperator ? never : UnknownName<Name, Known>
