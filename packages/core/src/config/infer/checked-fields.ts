import type { FieldDefinition } from '../../contracts/field.ts'
import type { OptionOf } from './field-at.ts'
import type { ShownProblem } from './problem.ts'
import type { FieldValue } from './input.ts'
import type { Unsortable } from './sort.ts'

/**
 * Checks fields and their relations, as `checkFields` does at start: a slug is derived `from` a text beside it, and a
 * `default` is a valid value of its field. A field with a mistake becomes a `Problem`, which the compiler shows; any
 * other is `unknown`.
 */
export type CheckedFields<Fields> = {
  readonly [Name in keyof Fields]: [OptionOf<Fields, Name> & MayBeWrong] extends [never]
    ? unknown
    : ShownProblem<Mistake<Fields[Name], Fields, Name & string>>
}

/** Most fields have none of these options, and need no further check. Here, that saves the compiler every 40th step. */
type MayBeWrong = 'admin' | 'default' | 'fields' | 'blocks' | 'from'

type Mistake<Field, Siblings, Path extends string> =
  Field extends FieldDefinition<infer Type, infer Options>
    ?
        | WrongCondition<Options, Siblings, Path>
        | WrongDefault<Type, Options, Path>
        | (Options extends { readonly fields: infer Fields }
            ? MistakeIn<Fields, Path>
            : Options extends { readonly blocks: infer Blocks }
              ? MistakeInBlocks<Blocks, Path>
              : Type extends 'slug'
                ? WrongSource<Options, Siblings, Path>
                : never)
    : never

type MistakeIn<Fields, Path extends string> = {
  [Name in keyof Fields]: [OptionOf<Fields, Name> & MayBeWrong] extends [never]
    ? never
    : Mistake<Fields[Name], Fields, `${Path}.${Name & string}`>
}[keyof Fields]

type MistakeInBlocks<Blocks, Path extends string> = {
  [Block in keyof Blocks]: Blocks[Block] extends { readonly fields: infer Fields }
    ? MistakeIn<Fields, `${Path}.${Block & string}`>
    : never
}[keyof Blocks]

type WrongSource<Options, Siblings, Path extends string> = Options extends { readonly from: infer From extends string }
  ? string extends From
    ? never
    : From extends keyof Siblings
      ? IsText<Siblings[From]> extends true
        ? never
        : `"${Path}" is made from "${From}", which is not a text field.`
      : `"${Path}" is made from "${From}", which is not a field beside it.`
  : never

type NoText = Unsortable | 'group' | 'number' | 'checkbox' | 'date'

type IsText<Field> =
  Field extends FieldDefinition<infer Type, infer Options>
    ? Type extends NoText
      ? false
      : Options extends { readonly many: true } | { readonly to: readonly string[] }
        ? false
        : true
    : false

type WrongCondition<Options, Siblings, Path extends string> = Options extends {
  readonly admin: { readonly showIf: infer Condition }
}
  ? WrongIn<Condition, Siblings, Path>
  : never

/** Distributes over the conditions of a list. */
type WrongIn<Condition, Siblings, Path extends string> = Condition extends object
  ? string extends keyof Condition
    ? never
    : {
        [Name in keyof Condition]: Name extends 'and' | 'or'
          ? Condition[Name] extends readonly (infer Part)[]
            ? WrongIn<Part, Siblings, Path>
            : never
          : Name extends 'not'
            ? WrongIn<Condition[Name], Siblings, Path>
            : Name extends keyof Siblings
              ? WrongOperand<Condition[Name], Siblings[Name], Path, Name & string>
              : `"${Path}" is shown by "${Name & string}", which is not a field beside it.`
      }[keyof Condition]
  : never

type WrongOperand<Asked, Sibling, Path extends string, Name extends string> =
  Sibling extends FieldDefinition<infer Type, infer Options>
    ? [OperandsIn<Asked>] extends [One<FieldValue<Type, Options>> | null]
      ? never
      : `"${Path}" is shown by a value of "${Name}" that it never has.`
    : never

type OperandsIn<Asked> =
  | (Asked extends { readonly equals: infer Value } ? Value : never)
  | (Asked extends { readonly not_equals: infer Value } ? Value : never)
  | (Asked extends { readonly in: readonly (infer Value)[] } ? Value : never)
  | (Asked extends { readonly not_in: readonly (infer Value)[] } ? Value : never)

type One<Value> = Value extends readonly (infer Element)[] ? Element : Value

/** Functions are called for each document; their values are checked then. */
type WrongDefault<Type extends string, Options, Path extends string> = Options extends {
  readonly default: infer Default
}
  ? [Default] extends [FieldValue<Type, Options> | null | undefined | ((...args: never) => unknown)]
    ? never
    : `The default of "${Path}" is not a value of this field.`
  : never
