import type { Comparison, Condition, Path } from '@quirecms/core'
import type { SqlValue } from '../dialect/database.ts'
import { shapeOfCondition, shapeOfPath } from '../where/shape.ts'

type Side = 'gt' | 'gte' | 'lt' | 'lte'

/** A comparison that bounds a list on one side. */
interface Beyond extends Comparison {
  readonly test: { readonly op: Side; readonly value: string | number }
}

/** A list with one bound, such as all posts of an author since a given day. */
export interface BoundedList {
  readonly beyond: Beyond
  readonly others: readonly Condition[]
}

/** The total of the same list with another bound. */
interface Nearer {
  readonly value: string | number
  readonly total: number
}

/** All lists that differ only in their bound, in one state of the database. */
interface Family {
  readonly state: string
  /** In ascending order. */
  readonly totals: Nearer[]
}

const MOST_FAMILIES = 64
const MOST_OF_A_FAMILY = 256
const LONGEST_KEY = 2_000

/** Texts that sort the same in every database and in JavaScript; timestamps are among them. */
const PLAIN_TEXT = /^[ -~]{0,64}$/

/** The operator that selects the documents on the other side of the bound. */
const OTHER_SIDE: Readonly<Record<Side, Side>> = { gt: 'lte', gte: 'lt', lt: 'gte', lte: 'gt' }

/**
 * Counts of filters that differ in one range bound, such as "newer than a minute ago". Of two such filters, one
 * contains the other, so that only the documents between the bounds are counted. That never counts more than the full
 * filter does.
 */
export class NearerTotals {
  readonly #families = new Map<string, Family>()

  /** The largest sublist of this list whose total is known. */
  find(table: string, { beyond, others }: BoundedList, state: string): Nearer | undefined {
    const family = this.#families.get(keyOf(table, beyond, others))
    if (family?.state !== state) return undefined
    return family.totals[placeOf(beyond, family.totals) - 1]
  }

  add(table: string, { beyond, others }: BoundedList, state: string, total: number): void {
    const key = keyOf(table, beyond, others)
    if (key.length > LONGEST_KEY) return
    const { totals } = this.#familyOf(key, state)
    if (totals.length >= MOST_OF_A_FAMILY) totals.splice(Math.floor(Math.random() * totals.length), 1)
    totals.splice(placeOf(beyond, totals), 0, { value: beyond.test.value, total })
  }

  #familyOf(key: string, state: string): Family {
    const standing = this.#families.get(key)
    if (standing?.state === state) return standing
    const family: Family = { state, totals: [] }
    this.#families.delete(key)
    this.#families.set(key, family)
    const [oldest] = this.#families.keys()
    if (this.#families.size > MOST_FAMILIES && oldest !== undefined) this.#families.delete(oldest)
    return family
  }
}

/** Undefined without a bound, or with more than one: then the filters are not nested. */
export function boundedListOf(where: Condition): BoundedList | undefined {
  const parts = where.kind === 'and' ? where.of : [where]
  const [beyond, ...further] = parts.filter(isBound)
  if (!beyond || further.length > 0) return undefined
  return { beyond, others: parts.filter((part) => part !== beyond) }
}

/** Selects the documents of this list that the sublist lacks. */
export function besides({ beyond, others }: BoundedList, { value }: Pick<Nearer, 'value'>): Condition {
  return { kind: 'and', of: [...others, beyond, { ...beyond, test: { op: OTHER_SIDE[beyond.test.op], value } }] }
}

function isBound(condition: Condition): condition is Beyond {
  if (condition.kind !== 'compare' || !(condition.test.op in OTHER_SIDE)) return false
  const { path, test } = condition as Beyond
  if (!hasOneValue(path)) return false
  return path.storedAs === 'text'
    ? typeof test.value === 'string' && PLAIN_TEXT.test(test.value)
    : path.storedAs === 'number' && typeof test.value === 'number'
}

function hasOneValue({ steps }: Path): boolean {
  return steps.every(({ kind }) => kind === 'key' || kind === 'column' || kind === 'locale')
}

function keyOf(table: string, { path, test: { op } }: Beyond, others: readonly Condition[]): string {
  const values: SqlValue[] = []
  const shape = `${table} ${op} ${shapeOfPath(path, values)} ${shapeOfCondition({ kind: 'and', of: others }, values)}`
  return `${shape} ${JSON.stringify(values)}`
}

/** The index of the list in the ascending order of totals. */
function placeOf({ test: { op, value } }: Beyond, totals: readonly Nearer[]): number {
  const isUpwards = op === 'gt' || op === 'gte'
  let [first, end] = [0, totals.length]
  while (first < end) {
    const middle = (first + end) >>> 1
    const other = totals[middle]?.value ?? value
    if (isUpwards ? other > value : other < value) first = middle + 1
    else end = middle
  }
  return first
}
