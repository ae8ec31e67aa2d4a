import type { Comparison, Condition, PathStep, Scalar } from '../../contracts/condition.ts'
import { type Issue, QuireError } from '../../contracts/errors.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { DuplicateValue } from '../../contracts/document-storage.ts'
import {
  type DocumentTable,
  type IndexPart,
  type IndexSpec,
  PART_SEPARATOR,
  partsOf,
} from '../../contracts/storage-schema.ts'
import { wayTo } from '../../content/field-tree.ts'
import { isObject } from '../../content/json-object.ts'
import { evaluate, type EvaluatedDocument } from '../../query/evaluate.ts'
import { type Call, readerOf } from '../call.ts'
import { asEvaluated } from '../read/read-form.ts'
import type { Overlay } from './overlay.ts'

interface CheckedContent {
  readonly content: JsonObject
  /** The stored content that it replaces; null if all unique values count as new. */
  readonly oldContent: JsonObject | null
  readonly id: string | undefined
}

/**
 * Issues of values that another document has. One statement checks all of them, to report them with other issues; the
 * unique index decides about concurrent writes.
 */
export async function takenValues(
  call: Call,
  content: JsonObject,
  oldContent: JsonObject | null,
  id: string | undefined,
  tables?: readonly DocumentTable[],
): Promise<readonly Issue[]> {
  const [issues = []] = await takenValuesOfMany(call, [{ content, oldContent, id }], tables)
  return issues
}

/** Checks several documents with one statement for each table. */
export async function takenValuesOfMany(
  call: Call,
  contents: readonly CheckedContent[],
  tables: readonly DocumentTable[] = [call.entity.table, ...call.entity.tables],
): Promise<readonly (readonly Issue[])[]> {
  const uniques = contents.map(({ content, oldContent }) => newUniques(call, content, oldContent))
  const limit = uniques.flat().length
  if (limit === 0) return uniques.map(() => [])
  const others = contents.flatMap(({ id }, position) => inAnother(uniques[position] ?? [], id) ?? [])
  const [first] = others
  const where: Condition = others.length === 1 && first ? first : { kind: 'or', of: others }
  const documents: { readonly id: string; readonly evaluated: EvaluatedDocument }[] = []
  for (const { name } of tables) {
    const found = await readerOf(call).find(name, { where, sort: [], limit, offset: 0 })
    documents.push(...found.map((one) => ({ id: one.id, evaluated: asEvaluated(call.entity, one) })))
  }
  return contents.map(({ id }, position) => {
    const isFound = (condition: Condition) =>
      documents.some((document) => document.id !== id && evaluate(condition, document.evaluated))
    const taken = (uniques[position] ?? []).filter(({ condition }) => isFound(condition))
    return taken.map(({ index }) => takenIssue(call, index.name))
  })
}

/** A unique value that a document gets, and a condition for documents that have it. */
interface NewUnique {
  readonly index: IndexSpec
  readonly condition: Condition
}

/** A condition for other documents with a new unique value of this one; null without any. */
export function sameAsNew(
  call: Call,
  content: JsonObject,
  oldContent: JsonObject | null,
  id: string | undefined,
): Condition | null {
  return inAnother(newUniques(call, content, oldContent), id)
}

function newUniques(call: Call, content: JsonObject, oldContent: JsonObject | null): readonly NewUnique[] {
  return call.entity.table.indexes.flatMap((index) => {
    const isAsked = index.unique && !call.uncheckedUniques?.includes(index.name)
    const condition = isAsked ? sameValues(index, content) : null
    const changed = condition !== null && (!oldContent || differ(index, oldContent, content))
    return changed ? [{ index, condition }] : []
  })
}

function inAnother(uniques: readonly NewUnique[], id: string | undefined): Condition | null {
  if (uniques.length === 0) return null
  const any: Condition = { kind: 'or', of: uniques.map(({ condition }) => condition) }
  return id === undefined ? any : { kind: 'and', of: [any, { kind: 'not', of: hasId(id) }] }
}

/** A condition for equal values; null if one is missing, because such documents don't conflict. */
export function sameValues(index: IndexSpec, content: JsonObject): Condition | null {
  const equal = partsOf(index).map((part) => {
    const value = valueAt(content, part.path.steps)
    return value === null ? null : equalTo(part, value)
  })
  const [first, ...others] = equal.filter((one) => one !== null)
  if (!first || equal.includes(null)) return null
  return others.length === 0 ? first : { kind: 'and', of: [first, ...others] }
}

function differ(index: IndexSpec, oldContent: JsonObject, content: JsonObject): boolean {
  return partsOf(index).some(({ path }) => valueAt(oldContent, path.steps) !== valueAt(content, path.steps))
}

/** Converts a unique index violation to an issue. */
export function asValidation(call: Call, error: unknown): unknown {
  if (!(error instanceof DuplicateValue)) return error
  return notValid([takenIssue(call, error.index)], error)
}

export function notValid(issues: readonly Issue[], cause?: unknown): QuireError {
  return new QuireError('validation', 'Some values are not valid. The issues say which.', { issues, cause })
}

/**
 * Indexes are named after the path of their field, with `@locale`; compound ones after all paths (manifest/table.ts).
 * The issue is at the first visible field, or else at the document.
 */
function takenIssue({ entity, caller }: Call, index: string): Issue {
  const paths = index.split(PART_SEPARATOR).map((part) => part.split('@')[0] ?? part)
  const isShown = (path: string) => caller.system || !wayTo(entity.fields, path).some(({ hidden }) => hidden)
  const what = paths.length === 1 ? 'this value' : 'these values together'
  return { code: 'unique', path: paths.find(isShown) ?? '', message: `Another document already has ${what}.` }
}

function equalTo({ path }: IndexPart, value: Scalar): Comparison {
  return { kind: 'compare', path, test: { op: 'equals', value } }
}

function hasId(id: string): Comparison {
  return {
    kind: 'compare',
    path: { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' },
    test: { op: 'equals', value: id },
  }
}

/** The value at an index's path; null if it can't conflict. */
export function valueAt(content: JsonObject, steps: readonly PathStep[]): Scalar | null {
  let value: JsonValue = content
  for (const step of steps) {
    const key = step.kind === 'key' ? step.name : step.kind === 'locale' ? step.chain[0] : undefined
    if (key === undefined || !isObject(value)) return null
    value = value[key] ?? null
  }
  if (isObject(value)) {
    const { relationTo, value: id } = value
    return typeof relationTo === 'string' && typeof id === 'string' ? `${relationTo}/${id}` : null
  }
  return typeof value === 'object' ? null : value
}

/** Highest suffix. With more documents of one name, the caller must choose the name. */
const MOST = 2 ** 30

/**
 * Appends a number to each derived value that another document already has: `hello-2`, `hello-3`
 * (docs/contract/documents.md#unique). The client did not ask for this exact value, so this is no conflict.
 */
export async function freeDerivedValues(call: Call, { derived }: Overlay, content: JsonObject): Promise<void> {
  if (derived.size === 0) return
  for (const index of call.entity.table.indexes) {
    if (!index.unique) continue
    const part = partsOf(index).find(({ name }) => derived.has(name))
    const node = part && derived.get(part.name)
    const value = part && valueAt(content, part.path.steps)
    if (!part || !node || typeof value !== 'string') continue
    const taken = (one: JsonValue | undefined) => isTaken(call, index, withValue(content, part, one))
    const another = (number: number) => node.type.distinctValue(value, number, node.options)
    const free = (await taken(value)) ? await firstFree(taken, another) : undefined
    if (free !== undefined) setAt(content, part, free)
  }
}

/**
 * Suffixes are assigned in order, so a binary search finds a free one: thirty index lookups among a hundred thousand
 * documents.
 */
async function firstFree(
  isOneTaken: (value: JsonValue | undefined) => Promise<boolean>,
  another: (number: number) => JsonValue | undefined,
): Promise<JsonValue | undefined> {
  const taken = (number: number) => isOneTaken(another(number))
  let free = 2
  while (await taken(free)) {
    if (free >= MOST) return undefined
    free *= 2
  }
  for (let last = free / 2; free - last > 1; ) {
    const middle = Math.floor((last + free) / 2)
    if (await taken(middle)) last = middle
    else free = middle
  }
  return another(free)
}

/** Checks all copies of all documents, like the unique index. */
async function isTaken(call: Call, index: IndexSpec, content: JsonObject): Promise<boolean> {
  const where = sameValues(index, content)
  if (!where) return false
  for (const { name } of [call.entity.table, ...call.entity.tables]) {
    const found = await readerOf(call).find(name, { where, sort: [], limit: 1, offset: 0 })
    if (found.length > 0) return true
  }
  return false
}

function withValue(content: JsonObject, part: IndexPart, value: JsonValue | undefined): JsonObject {
  const changed = structuredClone(content)
  setAt(changed, part, value ?? null)
  return changed
}

/** Sets the value at an index's path. */
export function setAt(content: JsonObject, { path: { steps } }: IndexPart, value: JsonValue): void {
  const keys = steps.flatMap((step) =>
    step.kind === 'key' ? [step.name] : step.kind === 'locale' ? step.chain.slice(0, 1) : [],
  )
  const last = keys.pop()
  let object: JsonValue | undefined = content
  for (const key of keys) object = isObject(object) ? object[key] : undefined
  if (last !== undefined && isObject(object)) object[last] = value
}

const MOST_ATTEMPTS = 50

/** Repeats `attempt` if another document took a generated value concurrently. */
export async function retryGeneratedValues<T>(
  given: JsonObject,
  isGenerated: (path: string) => boolean,
  attempt: () => Promise<T>,
): Promise<T> {
  const isGeneratedHere = (path: string) => !isGiven(given, path) && isGenerated(path)
  for (let left = MOST_ATTEMPTS; ; left -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 1 || !isGeneratedValueTaken(error, isGeneratedHere)) throw error
    }
  }
}

/** Only for generated values: a taken value from the caller is an error. */
function isGeneratedValueTaken(error: unknown, isGeneratedHere: (path: string) => boolean): boolean {
  if (!(error instanceof QuireError) || error.code !== 'validation') return false
  const issues = error.issues ?? []
  return (
    issues.length > 0 &&
    issues.every((issue) => issue.code === 'unique' && namesOf(issue, error.cause).some(isGeneratedHere))
  )
}

/** Of a compound unique value, one generated part is sufficient. */
function namesOf({ path }: Issue, cause: unknown): string[] {
  const names = cause instanceof DuplicateValue ? cause.index.split(PART_SEPARATOR) : [path]
  return names.map((name) => name.split('@', 1)[0] ?? name)
}

function isGiven(given: JsonObject, path: string): boolean {
  let value: JsonValue | undefined = given
  for (const name of path.split('.')) value = isObject(value) ? value[name] : undefined
  return value !== undefined
}
