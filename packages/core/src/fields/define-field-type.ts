import type { PartReading, Scalar } from '../contracts/condition.ts'
import type { ValueProblem } from '../contracts/errors.ts'
import type { ComputeArguments, DefaultArguments, FieldOptions } from '../contracts/field-options.ts'
import type {
  BlockDefinitions,
  FieldDefinitions,
  FieldStructure,
  FieldType,
  Mentions,
  ResolvedJoin,
} from '../contracts/field.ts'
import type { ComparedAs, Operator } from '../contracts/operators.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { listMembership } from './operators.ts'
import { type OptionKinds, optionProblems } from './option-kinds.ts'
import type { IsSortable, OperatorsOf, PartsOf, TypesOf } from './types-of-spec.ts'

/** The common options, with a default of the field's own type. */
export interface OptionsFor<Value> extends Omit<FieldOptions, 'default'> {
  readonly default?: Value | null | ((args: DefaultArguments) => Value | null | Promise<Value | null>)
}

/** The same for fields that don't have exactly one scalar in each document. */
export interface UnindexedOptionsFor<Value> extends Omit<OptionsFor<Value>, 'unique' | 'index'> {}

/** The specification of a field type. Members that equal the defaults can be left out. */
export interface FieldTypeSpec<Name extends string, Options, Value extends JsonValue> {
  readonly name: Name
  readonly structure?: FieldStructure
  /** Every option that the type takes, and its kind. A type without `localized` here can't be localized. */
  readonly options: OptionKinds<Options>
  /** Undefined members are left out, here and in `manifest`. */
  schema?(options: Options): { readonly [keyword: string]: unknown }
  readonly checksItself?: boolean
  /** The expected value, for the message of a wrong JSON type; by default the name of the type. */
  expected?(options: Options): string
  readonly storedAs?: ComparedAs | null | ((options: Options) => ComparedAs | null)
  /** Operators of one value; lists (`many`) have the list operators, unless this is a function. */
  readonly operators?: readonly Operator[] | ((options: Options) => readonly Operator[])
  /** Converts a value of a query to its stored form, if that takes more than `storedAs`; undefined if it is invalid. */
  operand?(value: JsonValue, options: Options): Scalar | undefined
  /** Derived values to filter and sort by: `{ lightness: read.… }` is queried as `accent.lightness`. */
  readonly parts?: { readonly [name: string]: PartReading }
  many?(options: Options): boolean
  manifest?(options: Options): { readonly [option: string]: JsonValue | undefined }
  /** Checks how options fit together. Each option has already been checked alone. */
  problems?(options: Options): readonly string[]
  /** Only gets values that passed the schema; with `checksItself`, values of the schema's `type`. */
  check?(value: Value, options: Options): readonly ValueProblem[]
  normalize?(value: Value, options: Options): JsonValue
  /** The field that `derive` reads. A field with a source is optional in input. */
  derivesFrom?(options: Options): string | null
  derive?(siblings: JsonObject, options: Options): JsonValue | undefined
  distinctValue?(value: Value, number: number, options: Options): JsonValue | undefined
  readonly allowsSuffix?: boolean
  readonly appendsUnique?: boolean
  texts?(value: Value, options: Options): readonly string[]
  readonly isFreeText?: boolean
  asText?(value: Value): string | undefined
  fromText?(text: string, options: Options): JsonValue | undefined
  /** The module of the component in the admin app; without one, editors see JSON. */
  readonly admin?: URL
  compute?(args: ComputeArguments, options: Options): unknown
  targets?(options: Options): readonly string[]
  checkTarget?(content: JsonObject, options: Options): ValueProblem | null
  readonly targetsFiles?: boolean
  readonly mentions?: Omit<Mentions, 'collections'> & { collections(options: Options): readonly string[] | null }
  join?(options: Options): ResolvedJoin
  children?(options: Options): FieldDefinitions
  blocks?(options: Options): BlockDefinitions | null
}

export const NO_PROBLEMS: readonly ValueProblem[] = Object.freeze([])

const SORTABLE: ReadonlySet<ComparedAs | null> = new Set<ComparedAs | null>([
  'text',
  'instant',
  'day',
  'number',
  'boolean',
])

/**
 * Makes a field type. `Options` and `Value` are typed inside the type's file and erased outside, because definitions of
 * all types share one list. It is called twice because TypeScript infers the name, the operators and the parts of the
 * type, from which the types of queries follow, only if no type argument is given.
 *
 * @example
 * export const checkbox = defineFieldType<CheckboxOptions, boolean>()({
 *   name: 'checkbox',
 *   options: commonOptions,
 *   schema: () => ({ type: 'boolean' }),
 *   storedAs: 'boolean',
 *   operators: equality,
 * })
 */
export function defineFieldType<Options extends object, Value extends JsonValue = JsonValue>() {
  return <const Name extends string, const Spec extends FieldTypeSpec<Name, Options, Value>>(
    spec: Spec & { readonly name: Name },
  ): FieldType<Name, TypesOf<Value, OperatorsOf<Spec>, PartsOf<Spec>, IsSortable<Spec>>> => {
    // Safe casts, the only place where options and values lose their types: a definition pairs a type with options that
    // its own builder checked.
    const typed = (options: object): Options => options as Options
    const many = (options: object): boolean => spec.many?.(typed(options)) ?? false
    const storedAs = (options: object): ComparedAs | null => {
      const form = typeof spec.storedAs === 'function' ? spec.storedAs(typed(options)) : spec.storedAs
      return form ?? null
    }
    return {
      name: spec.name,
      structure: spec.structure ?? 'value',
      checksItself: spec.checksItself ?? false,
      expected: (options) => spec.expected?.(typed(options)) ?? null,
      schema: (options) => withoutUndefined(spec.schema?.(typed(options)) ?? {}),
      storedAs,
      operators: (options) => {
        const given = spec.operators ?? []
        if (typeof given === 'function') return given(typed(options))
        return given.length > 0 && many(options) ? listMembership : given
      },
      operand: spec.operand && ((value, options) => spec.operand?.(value, typed(options))),
      parts: spec.parts ?? {},
      sortable: (options) => !many(options) && SORTABLE.has(storedAs(options)),
      many,
      manifest: (options) => withoutUndefined(spec.manifest?.(typed(options)) ?? {}),
      problems: (options) => {
        const wrong = optionProblems(options, spec.options)
        return wrong.length > 0 ? wrong : (spec.problems?.(typed(options)) ?? [])
      },
      check: (value, options) => spec.check?.(value as Value, typed(options)) ?? NO_PROBLEMS,
      normalize: (value, options) => (spec.normalize ? spec.normalize(value as Value, typed(options)) : value),
      derivesFrom: (options) => spec.derivesFrom?.(typed(options)) ?? null,
      derive: (siblings, options) => spec.derive?.(siblings, typed(options)),
      distinctValue: (value, number, options) => spec.distinctValue?.(value as Value, number, typed(options)),
      allowsSuffix: spec.allowsSuffix ?? false,
      appendsUnique: spec.appendsUnique ?? false,
      texts: spec.texts && ((value, options) => spec.texts?.(value as Value, typed(options)) ?? []),
      isFreeText: spec.isFreeText ?? false,
      asText: (value) => spec.asText?.(value as Value),
      fromText: (text, options) => spec.fromText?.(text, typed(options)),
      admin: spec.admin,
      compute: (args, options) => spec.compute?.(args, typed(options)),
      checkTarget: spec.checkTarget && ((content, options) => spec.checkTarget?.(content, typed(options)) ?? null),
      targetsFiles: spec.targetsFiles ?? false,
      mentions: spec.mentions,
      targets: (options) => spec.targets?.(typed(options)) ?? [],
      join: (options) => spec.join?.(typed(options)) ?? null,
      children: (options) => spec.children?.(typed(options)) ?? null,
      blocks: (options) => spec.blocks?.(typed(options)) ?? null,
    }
  }
}

function withoutUndefined<Value>(object: { readonly [key: string]: Value | undefined }): { [key: string]: Value } {
  const entries = Object.entries(object).filter((entry): entry is [string, Value] => entry[1] !== undefined)
  return Object.fromEntries(entries)
}
