import type { JsonValue } from '../contracts/json.ts'
import type {
  ListOperands,
  LIST_OPERATORS,
  Operands,
  Operator,
  OperandKindOf,
  OperatorIn,
} from '../contracts/operators.ts'
import type { listMembership } from './operators.ts'

/** The conditions of these operators on a field with values of type `Value`. */
export type ConditionsFor<Value, Name extends Operator, Kinds = Operands<Value>> = {
  [Op in Name]?: Kinds[OperandKindOf<Op> & keyof Kinds]
}

export interface Equality<Value> extends ConditionsFor<Value, OperatorIn<'equality'>> {}

export interface Order<Value> extends ConditionsFor<Value, OperatorIn<'order'>> {}

export interface TextSearch extends ConditionsFor<string, OperatorIn<'textSearch'>> {}

export interface TextConditions extends Equality<string>, Order<string>, TextSearch {}

export interface OrderedConditions<Value> extends Equality<Value>, Order<Value> {}

/** Compares a scalar at any path of a JSON value. */
export interface JsonConditions extends Equality<JsonScalar>, Order<string | number>, TextSearch {}

type JsonScalar = Exclude<JsonValue, object>

/** For `many`: compares an element, or the whole list. */
export interface ListConditions<Value>
  extends ConditionsFor<Value, (typeof listMembership)[number], ListOperands<Value>> {}

export interface PointConditions
  extends ConditionsFor<
    readonly [lng: number, lat: number],
    OperatorIn<'places'> | 'equals' | 'not_equals' | 'exists'
  > {}

export interface Presence extends ConditionsFor<never, 'exists'> {}

/** For an array or blocks as a whole: tests whether there are rows. */
export interface RowConditions extends ConditionsFor<never, (typeof LIST_OPERATORS)[number]> {}
