import type { FieldDefinition } from '../../contracts/field.ts'
import type { RowOperator } from '../../contracts/operators.ts'
import type { CollectionRuleName } from '../collection.ts'
import type { FeatureFields } from './config.ts'
import type { ConditionsOf } from './conditions.ts'
import type { SystemName } from './path.ts'
import type { UnknownName } from './problem.ts'

/**
 * Checks the queries that rules of a collection return, where they are written. The other collections are not known
 * there, nor are the locales, so this checks names of fields, also in groups, and of operators; the rest is checked at
 * start. It has a member for each rule with a mistake, and none for the others. Names that are no rules are left to the
 * compiler: their type would depend on itself.
 */
export type CheckedRules<Fields, Rules> = {
  readonly [Name in keyof Rules as Name extends CollectionRuleName
    ? [MistakeIn<Fields, QueryOf<Rules[Name]>>] extends [never]
      ? never
      : Name
    : never]: MistakeIn<Fields, QueryOf<Rules[Name]>>
}

type QueryOf<Rule> = Rule extends (...args: never) => infer Answer ? Exclude<Settled<Answer>, boolean> : never

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
