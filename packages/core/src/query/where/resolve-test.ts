import type { Condition, Path, Scalar, Test } from '../../contracts/condition.ts'
import { OPERATOR_TABLE, storedForm, type ValueOperator, type ComparedAs } from '../../contracts/operators.ts'
import type { JsonValue } from '../../contracts/json.ts'
import { isObject } from '../../content/json-object.ts'
import { entersDocument } from '../conditions.ts'
import { isStorableText } from '../../content/storable.ts'
import { isPosition } from '../geometry.ts'
import type { ResolvedPath } from '../resolve-path.ts'
import type { WhereLimits } from '../query-problems.ts'
import { isDay, parseInstant } from '../instant.ts'

/** A refused value, as a sentence. `limit` distinguishes an exceeded limit from a wrong type. */
export interface Refusal {
  readonly refused: string
  readonly limit?: true
}

/** One `{ operator: value }` of a `where`, as a condition on the path. Negated operators become exact complements. */
export function resolveTest(
  resolved: ResolvedPath,
  operator: ValueOperator,
  value: unknown,
  limits: WhereLimits,
): Condition | Refusal {
  const path: Path = {
    steps: resolved.steps,
    storedAs: storedForm(resolved.comparedAs),
  }
  const compare = (test: Test): Condition => ({ kind: 'compare', path, test })
  const row = OPERATOR_TABLE[operator]
  if ('negates' in row) return negate(resolveTest(resolved, row.negates, value, limits))
  switch (row.takes) {
    case 'valueOrNull':
      return parseEquals(resolved, path, value, limits)
    case 'valuesOrNull':
      return parseIn(resolved, value, compare, limits)
    case 'values':
      return parseAll(resolved, value, compare, limits)
    case 'value':
      return parseOrder(resolved, value, (operand) => compare({ op: row.test, value: operand }))
    case 'words':
      return parseText(value, limits, (text) => compare({ op: row.test, words: wordsOf(text) }))
    case 'part':
      if (resolved.many) return parseElement(resolved, value, compare)
      return parseText(value, limits, (text) => compare({ op: row.test, value: text }))
    case 'text':
      return parseText(value, limits, (text) => compare({ op: row.test, value: text }))
    case 'presence':
      if (typeof value !== 'boolean') return wrong('true or false')
      return value ? compare({ op: row.test }) : negate(compare({ op: row.test }))
    case 'distance':
      return parseNear(value, compare)
    case 'polygon':
      return parseWithin(value, compare, limits)
  }
}

export function isRefusal(result: Condition | Refusal): result is Refusal {
  return 'refused' in result
}

function wrong(expected: string): Refusal {
  return { refused: `must be ${expected}` }
}

export function negate(result: Condition | Refusal): Condition | Refusal {
  return isRefusal(result) ? result : { kind: 'not', of: result }
}

function parseEquals(resolved: ResolvedPath, path: Path, value: unknown, limits: WhereLimits): Condition | Refusal {
  if (value === null) return { kind: 'compare', path, test: { op: 'is_null' } }
  if (resolved.rowsOnly) return wrong('null')
  if (resolved.comparedAs === 'point') {
    return isPosition(value) ? { kind: 'compare', path, test: { op: 'list_equals', value } } : wrong('[lng, lat]')
  }
  if (resolved.many && Array.isArray(value)) return parseListEquals(resolved, path, value, limits)
  const operand = operandOf(value, resolved)
  return operand === undefined
    ? wrongOperand(resolved)
    : { kind: 'compare', path, test: { op: 'equals', value: operand } }
}

/** `contains` on a list: one of its elements equals the value. */
function parseElement(resolved: ResolvedPath, value: unknown, compare: (test: Test) => Condition): Condition | Refusal {
  const operand = operandOf(value, resolved)
  return operand === undefined ? wrong(operandName(resolved)) : compare({ op: 'equals', value: operand })
}

/** Compares a whole list, in order. Drops the last step of the path, which leads into the elements. */
function parseListEquals(
  resolved: ResolvedPath,
  path: Path,
  values: readonly unknown[],
  limits: WhereLimits,
): Condition | Refusal {
  if (values.length > limits.values) return tooMany(limits)
  // In queries, an empty list counts as null (docs/contract/querying.md#null).
  if (values.length === 0) return { kind: 'compare', path, test: { op: 'is_null' } }
  const list: JsonValue[] = []
  for (const value of values) {
    const operand = operandOf(value, resolved)
    if (operand === undefined) return wrongOperand(resolved)
    list.push(resolved.comparedAs === 'pair' ? (structuredClone(value) as JsonValue) : operand)
  }
  const test: Test = { op: 'list_equals', value: list }
  return { kind: 'compare', path: { ...path, steps: path.steps.slice(0, -1) }, test }
}

function parseIn(
  resolved: ResolvedPath,
  value: unknown,
  compare: (test: Test) => Condition,
  limits: WhereLimits,
): Condition | Refusal {
  const list = parseList(resolved, value, limits)
  if ('refused' in list) return list
  const found: Condition = list.values.length > 0 ? compare({ op: 'in', values: list.values }) : { kind: 'never' }
  return list.hasNull ? { kind: 'or', of: [found, compare({ op: 'is_null' })] } : found
}

function parseAll(
  resolved: ResolvedPath,
  value: unknown,
  compare: (test: Test) => Condition,
  limits: WhereLimits,
): Condition | Refusal {
  const list = parseList(resolved, value, limits)
  if ('refused' in list) return list
  if (list.hasNull) return wrongOperand(resolved)
  if (list.values.length === 0) return { kind: 'always' }
  // One condition for each value: a single test would follow all paths through the documents in between, whose number
  // multiplies. Separate subqueries can start at the value.
  if (resolved.steps.some(entersDocument)) {
    return { kind: 'and', of: [...new Set(list.values)].map((one) => compare({ op: 'equals', value: one })) }
  }
  return compare({ op: 'all', values: list.values })
}

/** How many conditions a test counts as: one, or one for each value of `all` across documents. */
export function countedConditions({ steps }: ResolvedPath, operator: ValueOperator, value: unknown): number {
  return OPERATOR_TABLE[operator].takes === 'values' && Array.isArray(value) && steps.some(entersDocument)
    ? Math.max(1, value.length)
    : 1
}

function parseList(
  resolved: ResolvedPath,
  value: unknown,
  limits: WhereLimits,
): Refusal | { values: Scalar[]; hasNull: boolean } {
  if (!Array.isArray(value)) return wrong('a list of values')
  if (value.length > limits.values) return tooMany(limits)
  const values: Scalar[] = []
  let hasNull = false
  for (const item of value) {
    const operand = operandOf(item, resolved)
    if (item === null) hasNull = true
    else if (operand === undefined) return wrongOperand(resolved)
    else values.push(operand)
  }
  return { values, hasNull }
}

function parseOrder(
  resolved: ResolvedPath,
  value: unknown,
  make: (operand: string | number) => Condition,
): Condition | Refusal {
  const operand = operandOf(value, resolved)
  return operand === undefined || typeof operand === 'boolean' ? wrongOperand(resolved) : make(operand)
}

function parseText(
  value: unknown,
  { text }: WhereLimits,
  make: (text: string) => Condition | Refusal,
): Condition | Refusal {
  if (!isStorableText(value)) return wrong('text')
  return value.length > text ? { refused: `must have at most ${text} characters`, limit: true } : make(value)
}

/** How many words a text search has; 0 for tests that compare whole values. */
export function searchedWords({ many }: ResolvedPath, operator: ValueOperator, value: unknown): number {
  if (typeof value !== 'string') return 0
  const { takes } = OPERATOR_TABLE[operator]
  if (takes === 'words') return wordsOf(value).length
  return takes === 'text' || (takes === 'part' && !many) ? Math.max(1, wordsOf(value).length) : 0
}

/** Without words, a text search matches every text. */
function wordsOf(text: string): string[] {
  return [...new Set(text.split(/\s+/u))].filter((word) => word !== '')
}

function parseNear(value: unknown, compare: (test: Test) => Condition): Condition | Refusal {
  const expected = '[lng, lat, maxMeters, minMeters?]'
  if (!Array.isArray(value) || value.length < 3 || value.length > 4) return wrong(expected)
  const [lng, lat, max, min = 0] = value as unknown[]
  const position: unknown = [lng, lat]
  if (!isPosition(position) || !isDistance(max) || !isDistance(min)) return wrong(expected)
  return compare({ op: 'near', lng: position[0], lat: position[1], max, min })
}

function isDistance(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function parseWithin(
  value: unknown,
  compare: (test: Test) => Condition,
  { positions }: WhereLimits,
): Condition | Refusal {
  const expected = 'a GeoJSON polygon'
  if (!isObject(value) || value['type'] !== 'Polygon' || !Array.isArray(value['coordinates'])) return wrong(expected)
  const rings: unknown[] = value['coordinates']
  if (rings.length === 0 || !rings.every(isRing))
    return wrong(`${expected} with closed rings of four or more positions`)
  if (rings.flat().length > positions) {
    return { refused: `must have at most ${positions} positions`, limit: true }
  }
  return compare({ op: 'within', rings: structuredClone(rings) })
}

function isRing(ring: unknown): ring is [number, number][] {
  if (!Array.isArray(ring) || ring.length < 4 || !ring.every(isPosition)) return false
  const [first, last] = [ring[0], ring.at(-1)]
  return first?.[0] === last?.[0] && first?.[1] === last?.[1]
}

function tooMany({ values }: WhereLimits): Refusal {
  return { refused: `must have at most ${values} values`, limit: true }
}

function wrongOperand(resolved: ResolvedPath): Refusal {
  return wrong(resolved.many ? `${operandName(resolved)}, or a list` : operandName(resolved))
}

/** Reads a value with the field's type, if it has a reader. The result must be in stored form. */
function operandOf(value: unknown, { comparedAs, operand }: ResolvedPath): Scalar | undefined {
  if (!operand) return readOperand(value, comparedAs)
  const read = value === null || value === undefined ? undefined : operand.read(value as JsonValue)
  return read === undefined ? undefined : readOperand(read, comparedAs)
}

function operandName({ comparedAs, isId, operand }: ResolvedPath): string {
  if (operand && operand.expected !== null) return operand.expected
  if (isId && comparedAs === 'text') return 'an id'
  const names = {
    text: 'text',
    instant: 'an ISO 8601 date',
    day: 'a day such as 2026-03-01',
    number: 'a number',
    boolean: 'true or false',
    json: 'text, a number, true or false',
    pair: '{ relationTo, value }',
    point: '[lng, lat]',
  }
  return names[comparedAs]
}

/** Converts a value of a query to its stored form; undefined if its type does not match the field. */
export function readOperand(value: unknown, comparedAs: ComparedAs): Scalar | undefined {
  switch (comparedAs) {
    case 'text':
      return isStorableText(value) ? value : undefined
    case 'instant':
      return parseInstantOrDate(value)
    case 'day':
      return typeof value === 'string' && isDay(value) ? value : undefined
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'json':
      return readOperand(value, 'number') ?? readOperand(value, 'boolean') ?? readOperand(value, 'text')
    case 'pair':
      return readPair(value)
    case 'point':
      return undefined
  }
}

/** The local API also takes `Date`; over HTTP, dates are texts. */
function parseInstantOrDate(value: unknown): string | undefined {
  if (typeof value === 'string') return parseInstant(value)
  return value instanceof Date && !Number.isNaN(value.getTime()) ? parseInstant(value.toISOString()) : undefined
}

function readPair(value: unknown): string | undefined {
  if (!isObject(value) || Object.keys(value).length !== 2) return undefined
  const { relationTo, value: id } = value
  return isStorableText(relationTo) && isStorableText(id) ? `${relationTo}/${id}` : undefined
}
