import type { Flat } from './config.ts'

/**
 * The values that a JSON Schema describes, as far as TypeScript can say it. What the schema leaves open is `unknown`; lengths, patterns
 * and the like are checked when a value comes.
 *
 * @example
 * type Order = FromSchema<{ type: 'object'; required: ['amount']; properties: { amount: { type: 'integer' } } }>
 */
export type FromSchema<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly anyOf: readonly (infer One)[] } | { readonly oneOf: readonly (infer One)[] }
      ? One extends unknown
        ? FromSchema<One>
        : never
      : Schema extends { readonly type: readonly (infer Name)[] }
        ? OfType<Name, Schema>
        : Schema extends { readonly type: infer Name }
          ? OfType<Name, Schema>
          : Schema extends { readonly properties: object }
            ? ObjectOf<Schema>
            : unknown

/** Distributes: a value may be of several types. */
type OfType<Name, Schema> = Name extends 'string'
  ? string
  : Name extends 'number' | 'integer'
    ? number
    : Name extends 'boolean'
      ? boolean
      : Name extends 'null'
        ? null
        : Name extends 'array'
          ? ListOf<Schema>
          : Name extends 'object'
            ? ObjectOf<Schema>
            : unknown

type ListOf<Schema> = Schema extends { readonly items: infer Item } ? FromSchema<Item>[] : unknown[]

type ObjectOf<Schema> = Schema extends { readonly properties: infer Properties }
  ? Flat<
      {
        -readonly [Name in Extract<keyof Properties, RequiredIn<Schema>>]: FromSchema<Properties[Name]>
      } & {
        -readonly [Name in Exclude<keyof Properties, RequiredIn<Schema>>]?: FromSchema<Properties[Name]>
      }
    >
  : Schema extends { readonly additionalProperties: infer Value extends object }
    ? Record<string, FromSchema<Value>>
    : Record<string, unknown>

type RequiredIn<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never
