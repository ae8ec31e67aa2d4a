import type { Comparison, Condition, Path, PathStep, Scalar, StoredAs, Test } from '../contracts/condition.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { isObject } from '../content/json-object.ts'
import { foldCase } from './fold-case.ts'
import { distanceMeters, isPosition, isWithin } from './geometry.ts'
import { readPart } from './read-part.ts'

export interface EvaluatedDocument {
  readonly columns: Readonly<Record<string, JsonValue>>
  readonly data: JsonObject
}

/** Access to other documents, for paths that lead into them. */
export interface EvaluatedWorld {
  get(table: string, id: string): EvaluatedDocument | undefined
  /** The documents of `table` whose relationship at `path` points to this one. */
  pointingTo(table: string, path: string, collection: string, id: string): readonly EvaluatedDocument[]
}

/**
 * Throws on access to other documents: if they were treated as missing, a negated condition would match and grant
 * access.
 */
const ISOLATED: EvaluatedWorld = { get: lacking, pointingTo: lacking }

function lacking(): never {
  throw new Error('the condition reads other documents, which were not loaded')
}

/**
 * Evaluates a condition in memory. The engine uses it for field rules that return a `Where`. It is also the reference
 * implementation for storage: the property tests compare the two.
 */
export function evaluate(condition: Condition, document: EvaluatedDocument, world: EvaluatedWorld = ISOLATED): boolean {
  return holds(condition, { document, value: document.data }, world)
}

function holds(condition: Condition, place: EvaluatedValue, world: EvaluatedWorld): boolean {
  switch (condition.kind) {
    case 'always':
      return true
    case 'never':
      return false
    case 'and':
      return condition.of.every((part) => holds(part, place, world))
    case 'or':
      return condition.of.some((part) => holds(part, place, world))
    case 'not':
      return !holds(condition.of, place, world)
    case 'compare':
      return compare(condition, place, world)
    case 'search':
      throw new Error('only storage can search the words of documents')
    case 'some':
      return rowsAt(place, condition.steps, world).some((row) => holds(condition.of, row, world))
  }
}

/** The sort value of a document at a path that stays in the document; null if there is none. */
export function valueOf({ steps, storedAs }: Path, document: EvaluatedDocument): Scalar | null {
  const [found = null] = valuesAt({ document, value: document.data }, steps, ISOLATED)
  return comparable(found, storedAs) ?? null
}

/**
 * The id of the document that a single reference at these steps points to; with `relationTo`, only if it is in that
 * collection.
 */
export function targetAt(
  steps: readonly PathStep[],
  relationTo: string | null,
  document: EvaluatedDocument,
): string | null {
  const [found = null] = valuesAt({ document, value: document.data }, steps, ISOLATED)
  if (relationTo !== null && member(found, 'relationTo') !== relationTo) return null
  const id = relationTo === null ? found : member(found, 'value')
  return typeof id === 'string' ? id : null
}

function compare({ path, test }: Comparison, place: EvaluatedValue, world: EvaluatedWorld): boolean {
  const found = valuesAt(place, path.steps, world)
  if (test.op === 'all') {
    const held = new Set(found.map((value) => comparable(value, path.storedAs)))
    return test.values.every((value) => held.has(value))
  }
  return found.some((value) => passes(value, test, path.storedAs))
}

interface EvaluatedValue {
  readonly document: EvaluatedDocument | null
  readonly value: JsonValue
}

const NOWHERE: EvaluatedValue = { document: null, value: null }

/** All values at the path; a single null if there are none (docs/contract/querying.md#null). */
function valuesAt(place: EvaluatedValue, steps: readonly PathStep[], world: EvaluatedWorld): readonly JsonValue[] {
  const [step, ...rest] = steps
  if (!step) return [place.value]
  const places = take(place, step, world)
  return (places.length === 0 ? [NOWHERE] : places).flatMap((next) => valuesAt(next, rest, world))
}

function rowsAt(
  place: EvaluatedValue,
  [step, ...rest]: readonly PathStep[],
  world: EvaluatedWorld,
): readonly EvaluatedValue[] {
  return step ? take(place, step, world).flatMap((next) => rowsAt(next, rest, world)) : [place]
}

function take({ document, value }: EvaluatedValue, step: PathStep, world: EvaluatedWorld): readonly EvaluatedValue[] {
  const within = (one: JsonValue): EvaluatedValue => ({ document, value: one })
  switch (step.kind) {
    case 'column':
      return [within(document?.columns[step.name] ?? null)]
    case 'key':
      return [within(member(value, step.name))]
    case 'locale':
      return [within(step.chain.map((locale) => member(value, locale)).find((one) => one !== null) ?? null)]
    case 'part':
      return [within(readPart(value, step.reading))]
    case 'rows':
    case 'elements':
      return Array.isArray(value) ? value.map(within) : []
    case 'blocks':
      return Array.isArray(value) ? value.filter((row) => isOfBlocks(row, step.blocks)).map(within) : []
    case 'hop': {
      const isMeant = step.relationTo === null || member(value, 'relationTo') === step.relationTo
      const id = step.relationTo === null ? value : member(value, 'value')
      const target = isMeant && typeof id === 'string' ? world.get(step.table, id) : undefined
      return enter(target ? [target] : [], step.scope, world)
    }
    case 'twin': {
      const id = document?.columns['id']
      const twin = typeof id === 'string' ? world.get(step.table, id) : undefined
      return enter(twin ? [twin] : [], step.scope, world)
    }
    case 'inverse': {
      const id = document?.columns['id']
      return typeof id === 'string'
        ? enter(world.pointingTo(step.table, step.path, step.collection, id), step.scope, world)
        : []
    }
  }
}

function isOfBlocks(row: JsonValue, blocks: readonly string[]): boolean {
  const type = member(row, 'blockType')
  return typeof type === 'string' && blocks.includes(type)
}

function enter(
  documents: readonly EvaluatedDocument[],
  scope: Condition,
  world: EvaluatedWorld,
): readonly EvaluatedValue[] {
  return documents.filter((one) => evaluate(scope, one, world)).map((one) => ({ document: one, value: one.data }))
}

function member(value: JsonValue, key: string): JsonValue {
  return isObject(value) && Object.hasOwn(value, key) ? (value[key] ?? null) : null
}

function passes(value: JsonValue, test: Exclude<Test, { op: 'all' }>, storedAs: StoredAs): boolean {
  switch (test.op) {
    case 'is_null':
      return value === null
    case 'is_set':
      return value !== null
    case 'equals':
      return comparable(value, storedAs) === test.value
    case 'in':
      return test.values.includes(comparable(value, storedAs) as Scalar)
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return inOrder(comparable(value, storedAs), test.op, test.value)
    case 'like':
      return searchable(value, (text) => test.words.every((word) => text.includes(foldCase(word))))
    case 'contains':
      return searchable(value, (text) => text.includes(foldCase(test.value)))
    case 'starts_with':
      return searchable(value, (text) => text.startsWith(foldCase(test.value)))
    case 'ends_with':
      return searchable(value, (text) => text.endsWith(foldCase(test.value)))
    case 'list_equals':
      return isSame(value, test.value)
    case 'near': {
      if (!isPosition(value)) return false
      const meters = distanceMeters([test.lng, test.lat], value)
      return meters >= test.min && meters <= test.max
    }
    case 'within':
      return isPosition(value) && isWithin(value, test.rings)
  }
}

/** The value as comparisons see it; undefined for a stored value of another type, which then matches nothing. */
function comparable(value: JsonValue, storedAs: StoredAs): Scalar | undefined {
  switch (storedAs) {
    case 'pair': {
      const [relationTo, id] = [member(value, 'relationTo'), member(value, 'value')]
      return typeof relationTo === 'string' && typeof id === 'string' ? `${relationTo}/${id}` : undefined
    }
    case 'text':
      return typeof value === 'string' ? value : undefined
    case 'number':
      return typeof value === 'number' ? value : undefined
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'json':
      return typeof value === 'object' ? undefined : value
    case 'point':
      return undefined
  }
}

function inOrder(value: Scalar | undefined, op: 'gt' | 'gte' | 'lt' | 'lte', bound: string | number): boolean {
  if (value === undefined || typeof value !== typeof bound) return false
  const order = typeof value === 'string' ? compareCodePoints(value, String(bound)) : Number(value) - Number(bound)
  switch (op) {
    case 'gt':
      return order > 0
    case 'gte':
      return order >= 0
    case 'lt':
      return order < 0
    case 'lte':
      return order <= 0
  }
}

/** Compares by UTF-8 bytes, which is the order of code points; JavaScript's own comparison uses UTF-16 units. */
export function compareCodePoints(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

/** Deep equality of JSON; the order of keys does not matter. */
function isSame(one: JsonValue, other: JsonValue | readonly JsonValue[]): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const entries = Object.entries(one)
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.hasOwn(other, key) && isSame(value, (other as JsonObject)[key] ?? null))
  )
}

function searchable(value: JsonValue, found: (folded: string) => boolean): boolean {
  return typeof value === 'string' && found(foldCase(value))
}
