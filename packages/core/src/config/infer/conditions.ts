import type { Typed } from '../../contracts/field.ts'
import type { JsonValue } from '../../contracts/json.ts'
import type {
  Equality,
  JsonConditions,
  ListConditions,
  OrderedConditions,
  PointConditions,
  Presence,
  TextConditions,
} from '../../fields/conditions.ts'
import type { Instant, ValueOf } from './value.ts'

/** The conditions of the built-in field types. Other types define their own (`Typed`). */
interface ConditionsByType<Options> {
  text: OneOrMany<Options, string, TextConditions>
  textarea: TextConditions
  email: OneOrMany<Options, string, TextConditions>
  url: OneOrMany<Options, string, TextConditions>
  slug: TextConditions
  code: TextConditions
  number: OneOrMany<Options, number, OrderedConditions<number>>
  checkbox: Equality<boolean>
  date: OneOrMany<Options, Instant<Options>, OrderedConditions<Instant<Options>>>
  select: ChoiceConditions<'select', Options>
  json: JsonConditions
  point: PointConditions
  richText: Presence
  relationship: ChoiceConditions<'relationship', Options>
  upload: ChoiceConditions<'upload', Options>
}

type OneOrMany<Options, Value, One> = Options extends { readonly many: true } ? ListConditions<Value> : One

type ChoiceConditions<Name extends string, Options> = Options extends { readonly many: true }
  ? ListConditions<ValueOf<Name, Options>>
  : Equality<ValueOf<Name, Options>>

export type ConditionsOf<Name extends string, Options> = Name extends keyof ConditionsByType<Options>
  ? ConditionsByType<Options>[Name]
  : Options extends Typed<{ readonly value: infer Value; readonly where: infer Where }>
    ? OneOrMany<Options, Value, Where>
    : { readonly [operator: string]: JsonValue }

/** The conditions on parts of a value, by name; none for built-in types. */
export type PartConditionsOf<Options> = Options extends Typed<{ readonly parts: infer Parts }> ? Parts : object
