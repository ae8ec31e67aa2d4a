import { createHash } from 'node:crypto'
import type { Condition, Path, Scalar, SortKey, Test } from '../contracts/condition.ts'
import type { QuireError } from '../contracts/errors.ts'
import { allOf, anyOf, NEVER } from './conditions.ts'
import { invalidQuery } from './query-problems.ts'

/** The end of a page: the id of its last document, and that document's values of the sort keys. */
export interface Cursor {
  readonly values: readonly (Scalar | null)[]
  readonly id: string
}

/** In characters. A cursor is a query parameter, and servers and proxies limit the length of URLs. */
export const LONGEST_CURSOR = 4_096

/** A hash of the list's sort and filter. A cursor is only valid for the list that it was made for. */
export function bondOf(asked: unknown): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 16)
}

export function writeCursor({ values, id }: Cursor, bond: string): string {
  const text = Buffer.from(JSON.stringify([bond, id, ...values])).toString('base64url')
  if (text.length <= LONGEST_CURSOR) return text
  const message = 'The values that this list is sorted by are too long for a cursor. Sort by another field.'
  throw invalidQuery([{ code: 'max_length', path: 'sort', message }])
}

export function readCursor(text: unknown, bond: string, sort: readonly SortKey[]): Cursor | null {
  if (text === '') return null
  if (typeof text !== 'string' || text.length > LONGEST_CURSOR || !/^[\w-]+$/.test(text)) throw wrongCursor()
  const [made, id, ...values] = parsed(text)
  const isSound =
    made === bond &&
    typeof id === 'string' &&
    values.length === sort.length &&
    sort.every(({ path }, index) => fits(values[index], path))
  if (!isSound) throw wrongCursor()
  return { id, values: values as (Scalar | null)[] }
}

function parsed(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

function fits(value: unknown, { storedAs }: Path): boolean {
  return value === null || typeof value === (storedAs === 'number' || storedAs === 'boolean' ? storedAs : 'string')
}

function wrongCursor(): QuireError {
  const message =
    'This cursor belongs to a list with another order or filter. Start with an empty "after", and send each `nextCursor` with the query that returned it.'
  return invalidQuery([{ code: 'format', path: 'after', message }])
}

const ID: Path = { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' }

/**
 * The condition for documents after a cursor in the order of a list: the keys of `sort`, then `id` in the direction of
 * the last key.
 */
export function behind({ values, id }: Cursor, sort: readonly SortKey[]): Condition {
  const last = { key: { path: ID, descending: sort.at(-1)?.descending ?? false }, value: id }
  const marks: readonly Mark[] = [...sort.map((key, index) => ({ key, value: values[index] ?? null })), last]
  const alternatives = marks.map((mark, index) => allOf([...marks.slice(0, index).map(equal), further(mark)]))
  // Redundant bound on the first sort key, so that the database can start an index range scan there.
  const [first = last] = marks
  return allOf([notBefore(first), anyOf(alternatives)])
}

interface Mark {
  readonly key: SortKey
  readonly value: Scalar | null
}

function equal({ key, value }: Mark): Condition {
  return value === null ? isNull(key) : some(key, { op: 'equals', value })
}

/** Null sorts as the smallest value. */
function further({ key, value }: Mark): Condition {
  const { descending } = key
  if (value === null) return descending ? NEVER : some(key, { op: 'is_set' })
  if (typeof value === 'boolean') return furtherBoolean(key, value)
  return descending ? orNull(key, some(key, { op: 'lt', value })) : some(key, { op: 'gt', value })
}

function furtherBoolean(key: SortKey, value: boolean): Condition {
  const next = value === key.descending ? some(key, { op: 'equals', value: !value }) : NEVER
  return key.descending ? orNull(key, next) : next
}

function notBefore({ key, value }: Mark): Condition {
  if (value === null || typeof value === 'boolean') return { kind: 'always' }
  return key.descending ? orNull(key, some(key, { op: 'lte', value })) : some(key, { op: 'gte', value })
}

/** The columns of `ALWAYS_SET` are never null. */
function orNull(key: SortKey, condition: Condition): Condition {
  const [step] = key.path.steps
  const isAlways = step?.kind === 'column' && ALWAYS_SET.has(step.name)
  return isAlways ? condition : anyOf([condition, isNull(key)])
}

const ALWAYS_SET: ReadonlySet<string> = new Set(['id', 'revision', 'createdAt', 'updatedAt'])

/**
 * Applies the test to any of the paths: a path through several collections has an alternative for each, and a document
 * has a value at one of them at most.
 */
function some({ path, alternatives = [] }: SortKey, test: Test): Condition {
  return anyOf([path, ...alternatives].map((one) => ({ kind: 'compare', path: one, test })))
}

function isNull({ path, alternatives = [] }: SortKey): Condition {
  return allOf([path, ...alternatives].map((one) => ({ kind: 'compare', path: one, test: { op: 'is_null' } })))
}
