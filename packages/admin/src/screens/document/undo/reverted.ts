import type { FieldSchema } from '../../../data/schema.ts'
import { sameJson } from '../../../data/same-json.ts'
import { isRecord, type Members } from '../../../data/members.ts'
import { fieldsOfRow } from '../../../fields/rows.ts'

/** A value after an undo. */
export interface Reverted {
  readonly value: unknown
  /** False if a part was changed since, and stays. */
  readonly isWhole: boolean
}

/**
 * Undoes the change from `before` to `after` in `current`: parts that differ from `after` are later work and stay. Redo
 * undoes the reverse change.
 */
export function reverted(field: FieldSchema | undefined, current: unknown, after: unknown, before: unknown): Reverted {
  if (sameJson(after, before)) return { value: current, isWhole: true }
  if (Array.isArray(current) && isListOrNothing(after) && isListOrNothing(before)) {
    const list = revertedList(field, current, after ?? [], before ?? [])
    if (list) return list
  }
  if (isRecord(current) && isRecord(after) && isRecord(before))
    return revertedMembers(field?.structure === 'group' ? (field.fields ?? []) : [], current, after, before)
  if (sameJson(current, after)) return { value: before, isWhole: true }
  return { value: current, isWhole: sameJson(current, before) }
}

function isListOrNothing(value: unknown): value is readonly unknown[] | null | undefined {
  return Array.isArray(value) || value === null || value === undefined
}

function revertedMembers(
  fields: readonly FieldSchema[],
  current: Members,
  after: Members,
  before: Members,
): Reverted & { readonly value: Members } {
  const value: Record<string, unknown> = { ...current }
  let isWhole = true
  for (const name of new Set([...Object.keys(after), ...Object.keys(before)])) {
    const field = fields.find((one) => one.name === name)
    if (field && (field.readOnly || field.structure === 'computed')) continue
    if (sameJson(after[name], before[name])) continue
    const member = reverted(field, current[name], after[name], before[name])
    // Omitted fields keep their value, so a missing value becomes null.
    value[name] = member.value ?? null
    isWhole &&= member.isWhole
  }
  return { value, isWhole }
}

/** Matches rows by id and other items by value. Undefined if two items can't be distinguished. */
function revertedList(
  field: FieldSchema | undefined,
  current: readonly unknown[],
  after: readonly unknown[],
  before: readonly unknown[],
): Reverted | undefined {
  const [now, from, to] = [byKey(current), byKey(after), byKey(before)]
  if (!now || !from || !to) return undefined
  let isWhole = true
  const result = new Map<string, unknown>()
  for (const [key, item] of now) {
    const [given, wanted] = [from.get(key), to.get(key)]
    // A row that others have changed since is kept.
    if (given !== undefined && wanted === undefined && sameJson(item, given)) continue
    if (given !== undefined && wanted === undefined) isWhole = false
    if (!isRecord(item) || !isRecord(given) || !isRecord(wanted) || given === wanted) result.set(key, item)
    else {
      const member = revertedMembers(fieldsIn(field, item), item, given, wanted)
      isWhole &&= member.isWhole
      result.set(key, sameJson(item, member.value) ? item : member.value)
    }
  }
  const kept = [...result.keys()]
  const common = (keys: Iterable<string>) => [...keys].filter((key) => from.has(key) && to.has(key) && result.has(key))
  const [stands, stood, shall] = [common(kept), common(from.keys()), common(to.keys())]
  let order = kept
  if (!sameJson(stood, shall)) {
    if (sameJson(stands, stood)) {
      const next = shall.values()
      order = kept.map((key) => (from.has(key) && to.has(key) ? (next.next().value ?? key) : key))
    } else isWhole &&= sameJson(stands, shall)
  }
  const wanted = [...to.keys()]
  for (const [index, key] of wanted.entries()) {
    if (from.has(key) || result.has(key)) continue
    result.set(key, to.get(key))
    order = order.toSpliced(insertionIndex(wanted, index, order), 0, key)
  }
  return { value: order.map((key) => result.get(key)), isWhole }
}

/** Behind its nearest preceding neighbour, or else before its nearest following one. */
function insertionIndex(wanted: readonly string[], index: number, order: readonly string[]): number {
  for (let at = index - 1; at >= 0; at -= 1) {
    const place = order.indexOf(wanted[at] ?? '')
    if (place >= 0) return place + 1
  }
  for (let at = index + 1; at < wanted.length; at += 1) {
    const place = order.indexOf(wanted[at] ?? '')
    if (place >= 0) return place
  }
  return order.length
}

function byKey(items: readonly unknown[]): ReadonlyMap<string, unknown> | undefined {
  const known = new Map<string, unknown>()
  for (const item of items) {
    const id = isRecord(item) ? item['id'] : undefined
    known.set(typeof id === 'string' ? `id:${id}` : JSON.stringify(item), item)
  }
  return known.size === items.length ? known : undefined
}

function fieldsIn(field: FieldSchema | undefined, row: Members): readonly FieldSchema[] {
  return field?.structure === 'rows' || field?.structure === 'blocks' ? (fieldsOfRow(field, row) ?? []) : []
}
