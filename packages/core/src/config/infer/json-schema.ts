import type { Flat } from './flat.ts'

/**
 * The type of values that a JSON Schema allows, as far as TypeScript can express it. Parts without a type are
 * `unknown`; lengths, patterns and the like are checked at run time. `Values` maps marked schemas (`described`) to
 * their types.
 *
 * @example
 * type Order = FromSchema<{ type: 'object'; required: ['amount']; properties: { amount: { type: 'integer' } } }>
 */
export type FromSchema<Schema, Values = object> = Schema extends {
  readonly $comment: `quire:${infer Mark extends keyof Values & string}`
}
  ? Values[Mark]
  : Schema extends { readonly const: infer Value }
    ? Value
    : Schema extends { readonly enum: readonly (infer Value)[] }
      ? Value
      : Schema extends { readonly anyOf: readonly (infer One)[] } | { readonly oneOf: readonly (infer One)[] }
        ? One extends unknown
          ? FromSchema<One, Values>
          : never
        : Schema extends { readonly type: readonly (infer Name)[] }
          ? OfType<Name, Schema, Values>
          : Schema extends { readonly type: infer Name }
            ? OfType<Name, Schema, Values>
            : Schema extends { readonly properties: object }
              ? ObjectOf<Schema, Values>
              : Values extends { readonly anything: infer Anything }
                ? Anything
                : unknown

/** Distributes: a value may have one of several types. */
type OfType<Name, Schema, Values> = Name extends 'string'
  ? TextOf<Schema, Values>
  : Name extends 'number' | 'integer'
    ? number
    : Name extends 'boolean'
      ? boolean
      : Name extends 'null'
        ? null
        : Name extends 'array'
          ? ListOf<Schema, Values>
          : Name extends 'object'
            ? ObjectOf<Schema, Values>
            : unknown

type TextOf<Schema, Values> = Values extends { readonly moment: infer Moment }
  ? Schema extends { readonly format: 'date-time' }
    ? Moment
    : string
  : string

type ListOf<Schema, Values> = Schema extends { readonly items: infer Item } ? FromSchema<Item, Values>[] : unknown[]

type ObjectOf<Schema, Values> = Schema extends { readonly properties: infer Properties }
  ? Flat<
      Members<Properties, Extract<keyof Properties, RequiredIn<Schema>>, Values> &
        Partial<Members<Properties, Exclude<keyof Properties, RequiredIn<Schema>>, Values>>
    >
  : Schema extends { readonly additionalProperties: infer Value extends object }
    ? Record<string, FromSchema<Value, Values>>
    : Record<string, unknown>

/** A homomorphic mapping, so that editors show the comments of the schema's properties. */
type Members<Properties, Names extends keyof Properties, Values> = {
  -readonly [Name in Names]: FromSchema<Properties[Name], Values>
}

type RequiredIn<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never

/** Readonly, so that callers may give constants and handlers may return them. */
export type Unchanged<Value> = Value extends Date
  ? Value
  : Value extends readonly (infer One)[]
    ? readonly Unchanged<One>[]
    : Value extends object
      ? { readonly [Name in keyof Value]: Unchanged<Value[Name]> }
      : Value
