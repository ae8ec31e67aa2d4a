import type { Comparison, Condition, Path } from '@quirecms/core'
import type { SqlValue } from '../dialect/database.ts'
import { shapeOfCondition, shapeOfPath } from '../where/shape.ts'

type Side = 'gt' | 'gte' | 'lt' | 'lte'

/** What lies beyond a bound, on one of its sides. */
interface Beyond extends Comparison {
  readonly test: { readonly op: Side; readonly value: string | number }
}

/** A list with one bound, such as all posts of an author since some day. */
export interface BoundedList {
  readonly beyond: Beyond
  /** What else is asked of its documents. */
  readonly others: readonly Condition[]
}

/** The total of what lies beyond another bound. */
interface Nearer {
  readonly value: string | number
  readonly total: number
}

/** All lists that differ in their bound alone, of one state of the database. */
interface Family {
  readonly state: string
  /** Those that hold fewest documents first. */
  readonly totals: Nearer[]
}

const MOST_FAMILIES = 64
const MOST_OF_A_FAMILY = 256
const LONGEST_KEY = 2_000

/** Texts that every database and JavaScript order alike; moments are among them. */
const PLAIN_TEXT = /^[ -~]{0,64}$/

/** What holds between two bounds: on this side of the nearer one. */
const OTHER_SIDE: Readonly<Record<Side, Side>> = { gt: 'lte', gte: 'lt', lt: 'gte', lte: 'gt' }

/**
 * Totals of lists that are asked for with ever other bounds: newer than a minute ago, cheaper than what somebody can pay. Of two such
 * lists, one is part of the other, so that only what lies between them needs to be counted. That is never more than there is to count
 * without it, since what is looked for is the total of a part.
 */
export class NearerTotals {
  readonly #families = new Map<string, Family>()

  /** The largest part of this list whose total is known. */
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

/** Undefined where there is no bound, or more than one: those have other parts, too. */
export function boundedListOf(where: Condition): BoundedList | undefined {
  const parts = where.kind === 'and' ? where.of : [where]
  const [beyond, ...further] = parts.filter(isBound)
  if (!beyond || further.length > 0) return undefined
  return { beyond, others: parts.filter((part) => part !== beyond) }
}

/** What this list holds beside that part of it. */
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

/** Where the list stands among those that hold fewer documents and those that hold more. */
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
