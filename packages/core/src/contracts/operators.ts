import type { StoredAs, Test } from './condition.ts'
import type { JsonSchema } from './json.ts'

/** The TypeScript type of each kind of operand, for a field with values of type `Value`. */
export interface Operands<Value> {
  value: Value
  valueOrNull: Value | null
  /** A list of alternatives. */
  valuesOrNull: readonly (Value | null)[]
  /** A list of elements. */
  values: readonly Value[]
  text: string
  /** A text that is split into words. */
  words: string
  /** A text; on a list, one of its elements. */
  part: string
  presence: boolean
  distance: readonly [lng: number, lat: number, maxMeters: number, minMeters?: number]
  polygon: GeoJsonPolygon
  /** A query on each row, whose paths start at the row. */
  query: { readonly [path: string]: unknown }
}

/** The same for a field with `many`, whose operators also compare the whole list. */
export interface ListOperands<Value> extends Omit<Operands<Value>, 'valueOrNull' | 'part'> {
  valueOrNull: Value | readonly Value[] | null
  part: Value
}

export interface GeoJsonPolygon {
  readonly type: 'Polygon'
  readonly coordinates: readonly (readonly (readonly [lng: number, lat: number])[])[]
}

export type OperandKind = keyof Operands<unknown>

type Family = 'equality' | 'order' | 'textSearch' | 'lists' | 'places' | 'rows'

/** A row of the table of operators: the family, the operand, and the test, or the operator that it negates. */
type OperatorRow = { readonly family: Family } & (
  | { readonly takes: Exclude<OperandKind, 'query'>; readonly test: Test['op'] }
  | { readonly takes: 'valueOrNull'; readonly negates: 'equals' }
  | { readonly takes: 'valuesOrNull'; readonly negates: 'in' }
  | { readonly takes: 'query' }
)

/**
 * The operators of `where` (docs/contract/querying.md#operators). Their families, their TypeScript types, their JSON
 * Schema and how their values are read follow from this table.
 */
export const OPERATOR_TABLE = {
  equals: { family: 'equality', takes: 'valueOrNull', test: 'equals' },
  not_equals: { family: 'equality', takes: 'valueOrNull', negates: 'equals' },
  in: { family: 'equality', takes: 'valuesOrNull', test: 'in' },
  not_in: { family: 'equality', takes: 'valuesOrNull', negates: 'in' },
  greater_than: { family: 'order', takes: 'value', test: 'gt' },
  greater_than_equal: { family: 'order', takes: 'value', test: 'gte' },
  less_than: { family: 'order', takes: 'value', test: 'lt' },
  less_than_equal: { family: 'order', takes: 'value', test: 'lte' },
  like: { family: 'textSearch', takes: 'words', test: 'like' },
  contains: { family: 'textSearch', takes: 'part', test: 'contains' },
  starts_with: { family: 'textSearch', takes: 'text', test: 'starts_with' },
  ends_with: { family: 'textSearch', takes: 'text', test: 'ends_with' },
  exists: { family: 'equality', takes: 'presence', test: 'is_set' },
  all: { family: 'lists', takes: 'values', test: 'all' },
  near: { family: 'places', takes: 'distance', test: 'near' },
  within: { family: 'places', takes: 'polygon', test: 'within' },
  some: { family: 'rows', takes: 'query' },
  none: { family: 'rows', takes: 'query' },
  every: { family: 'rows', takes: 'query' },
} as const satisfies Readonly<Record<string, OperatorRow>>

type OperatorTable = typeof OPERATOR_TABLE

export type Operator = keyof OperatorTable

export const OPERATORS = Object.keys(OPERATOR_TABLE) as readonly Operator[]

export type OperatorIn<Name extends Family> = {
  [Op in Operator]: OperatorTable[Op]['family'] extends Name ? Op : never
}[Operator]

export type OperandKindOf<Name extends Operator> = OperatorTable[Name]['takes']

function operatorsIn<Name extends Family>(family: Name): readonly OperatorIn<Name>[] {
  return OPERATORS.filter((name): name is OperatorIn<Name> => OPERATOR_TABLE[name].family === family)
}

export const equality = operatorsIn('equality')
export const order = operatorsIn('order')
export const textSearch = operatorsIn('textSearch')
export const places = operatorsIn('places')

/** Operators that apply a query to each row of an array, a block type, a join or a `many` relationship. */
export const ROW_OPERATORS = operatorsIn('rows')

export type RowOperator = OperatorIn<'rows'>

/** All others compare values. */
export type ValueOperator = Exclude<Operator, RowOperator>

/** Operators of a list of rows itself: they ask whether it is empty, which equals null. */
export const LIST_OPERATORS = ['exists', 'equals', 'not_equals'] as const satisfies readonly Operator[]

const SCALAR: JsonSchema = { type: ['string', 'number', 'boolean', 'null'] }
const SCALARS: JsonSchema = { type: 'array', items: SCALAR, maxItems: 500 }
const TEXT: JsonSchema = { type: 'string' }

interface OperandForm {
  /** The JSON Schema for a field of any type; undefined for a query. */
  readonly schema: JsonSchema | undefined
  /** Source text of its TypeScript type, from that of the field's values. */
  readonly print: (value: string) => string
}

export const OPERANDS: Readonly<Record<OperandKind, OperandForm>> = {
  value: { schema: { type: ['string', 'number'] }, print: (value) => value },
  valueOrNull: { schema: SCALAR, print: (value) => `${value} | null` },
  valuesOrNull: { schema: SCALARS, print: (value) => `readonly (${value} | null)[]` },
  values: { schema: SCALARS, print: (value) => `readonly (${value})[]` },
  text: { schema: TEXT, print: () => 'string' },
  words: { schema: TEXT, print: () => 'string' },
  part: { schema: SCALAR, print: () => 'string' },
  presence: { schema: { type: 'boolean' }, print: () => 'boolean' },
  distance: {
    schema: { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 4 },
    print: () => 'readonly [lng: number, lat: number, maxMeters: number, minMeters?: number]',
  },
  polygon: {
    schema: {
      type: 'object',
      required: ['type', 'coordinates'],
      properties: {
        type: { type: 'string', const: 'Polygon' },
        coordinates: {
          type: 'array',
          items: { type: 'array', items: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 } },
        },
      },
    },
    print: () =>
      "{ readonly type: 'Polygon'; readonly coordinates: readonly (readonly (readonly [lng: number, lat: number])[])[] }",
  },
  query: { schema: undefined, print: () => '{ readonly [path: string]: unknown }' },
}

/**
 * How a value is compared: as stored, or as a time. `instant` and `day` are stored as texts in the order of time; a
 * query may give an `instant` as any ISO 8601 date.
 */
export type ComparedAs = StoredAs | 'instant' | 'day'

export function storedForm(comparedAs: ComparedAs): StoredAs {
  return comparedAs === 'instant' || comparedAs === 'day' ? 'text' : comparedAs
}
