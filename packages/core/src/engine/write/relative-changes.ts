import type { Issue } from '../../contracts/errors.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { LocaleChoice } from '../../contracts/localization.ts'
import { eachObject, mapMatched, prefixInside, type VisitObject } from '../../content/walk-content.ts'
import { fieldsByName, takesRelativeChanges } from '../../content/field-tree.ts'
import { isObject, mapValues } from '../../content/json-object.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Call } from '../call.ts'
import { type ChangedList, changedList } from './changed-list.ts'

/** An update after relative changes: `{ increment: 1 }` becomes a number, `{ append: ['new'] }` a list. */
export interface SettledChanges {
  readonly data: JsonObject
  /** Resulting lists, by path with row indexes. */
  readonly lists: ReadonlyMap<string, ChangedList>
  /** Results that a double can't represent. */
  readonly issues: readonly Issue[]
}

/**
 * Computes relative changes (docs/contract/documents.md#relative-changes) from stored content, so that rules, hooks and
 * validation see the result. Invalid changes, and changes without stored content as in new rows, stay for validation to
 * report.
 */
export function settleChanges({ entity, locale }: Call, input: JsonObject, oldContent: JsonObject): SettledChanges {
  const settling: SettlingContext = { locale, lists: new Map(), issues: [] }
  const data = settleObject(settling, entity.fields, input, oldContent, '')
  return { data, lists: settling.lists, issues: settling.issues }
}

export function settledFor(call: Call, data: JsonObject | undefined, { json }: StoredDocument): JsonObject | undefined {
  return data && hasRelativeChanges(call, data) ? settleChanges(call, data, parseJson(json) as JsonObject).data : data
}

/** Whether an input contains relative changes, and so depends on the document. */
export function hasRelativeChanges({ entity, locale }: Call, input: JsonObject): boolean {
  const found = { isFound: false, byLocale: locale?.all ?? false }
  lookInside(entity.fields, input, found, undefined, undefined)
  return found.isFound
}

const lookInside: VisitObject<{ isFound: boolean; readonly byLocale: boolean }> = (fields, object, found) => {
  const named = fieldsByName(fields)
  for (const name of Object.keys(object)) {
    const node = named.get(name)
    const value = object[name]
    if (!node || found.isFound) continue
    const values = found.byLocale && node.localized && isObject(value) ? Object.values(value) : [value]
    if (takesRelativeChanges(node) && values.some((one) => isObject(one))) found.isFound = true
    else eachObject(node, value, found.byLocale, lookInside, found)
  }
}

interface SettlingContext {
  readonly locale: LocaleChoice | null
  readonly lists: Map<string, ChangedList>
  readonly issues: Issue[]
}

interface RelativeChange {
  readonly node: FieldNode
  readonly given: JsonValue
  readonly old: JsonValue | undefined
  readonly path: string
}

function settleObject(
  settling: SettlingContext,
  fields: readonly FieldNode[],
  input: JsonObject,
  oldContent: JsonObject,
  prefix: string,
): JsonObject {
  const named = fieldsByName(fields)
  let settled: JsonObject | undefined
  for (const [name, given] of Object.entries(input)) {
    const node = named.get(name)
    if (!node || typeof given !== 'object' || given === null) continue
    const value = settleField(settling, { node, given, old: oldContent[name], path: prefix + name })
    if (value === given) continue
    settled ??= { ...input }
    settled[name] = value
  }
  return settled ?? input
}

function settleField(settling: SettlingContext, change: RelativeChange): JsonValue {
  const { node, given, old } = change
  const { locale } = settling
  if (!node.localized || !locale) return settleValue(settling, change)
  const byLocale = isObject(old) ? old : {}
  if (!locale.all) return settleValue(settling, { ...change, old: byLocale[locale.locale] })
  if (!isObject(given)) return given
  return mapValues(given, (one, code) => settleValue(settling, { ...change, given: one, old: byLocale[code] }))
}

function settleValue(settling: SettlingContext, change: RelativeChange): JsonValue {
  const { node, given, old, path } = change
  if (takesRelativeChanges(node)) {
    if (!isObject(given)) return given
    return node.many ? settleList(settling, { ...change, given }) : settleNumber(settling, given, old ?? 0, path)
  }
  return mapMatched(node, given, old, ({ fields, object, index, match }) => {
    // New rows and blocks have no stored values, but a group is never new.
    if (!match && index !== undefined) return object
    return settleObject(settling, fields, object, match ?? {}, prefixInside(path, index))
  })
}

function settleList(
  settling: SettlingContext,
  { node, given, old, path }: RelativeChange & { readonly given: JsonObject },
): JsonValue {
  const changed = changedList(node, given, Array.isArray(old) ? old : [])
  if (!changed) return given
  settling.lists.set(path, changed)
  for (const problem of changed.problems) settling.issues.push({ ...problem, path: `${path}.${problem.path}` })
  return [...changed.values]
}

function settleNumber({ issues }: SettlingContext, given: JsonObject, old: JsonValue, path: string): JsonValue {
  const { increment, ...others } = given
  if (typeof increment !== 'number' || !Number.isFinite(increment) || Object.keys(others).length > 0) return given
  if (typeof old !== 'number') return given
  const sum = addExactly(old, increment)
  if (!Number.isFinite(sum)) {
    const [code, what] = increment > 0 ? (['max', 'large'] as const) : (['min', 'small'] as const)
    issues.push({ code, path, message: `The result is too ${what} for a number. Use a smaller change.` })
  } else if (sum === old && increment !== 0) {
    // Refuse increments lost to floating point.
    const message = 'The change is too small to make a difference to a number of this size. Use a larger change.'
    issues.push({ code: 'custom', path, message })
  }
  return Number.isFinite(sum) ? sum : old
}

/** Adds decimal numbers exactly: 0.1 and 0.2 are 0.3. Infinite if the sum can't be represented. */
export function addExactly(one: number, other: number): number {
  const sum = one + other
  if (Number.isSafeInteger(one) && Number.isSafeInteger(other) && Number.isSafeInteger(sum)) return sum
  if (!Number.isFinite(one) || !Number.isFinite(other)) return sum
  const left = decimalOf(one)
  const right = decimalOf(other)
  const exponent = Math.min(left.exponent, right.exponent)
  const digits = scaled(left, exponent) + scaled(right, exponent)
  return Number(`${digits}e${exponent}`)
}

interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

/** The decimal digits and exponent of a number: 1.25 is 125 hundredths. */
function decimalOf(value: number): Decimal {
  const [written = '0', power = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = written.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length }
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to)
}
