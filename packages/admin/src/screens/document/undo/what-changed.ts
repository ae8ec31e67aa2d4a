import type { FieldSchema } from '../../../data/schema.ts'
import { sameJson } from '../../../data/same-json.ts'
import { isRecord, type Members, recordsOf } from '../../../data/members.ts'
import { fieldsOfRow } from '../../../fields/rows.ts'

/** A description of a change, derived from its values. */
export interface Deed {
  readonly kind: 'typed' | 'changed' | 'added' | 'removed' | 'moved'
  /** Path with ids of rows. For added or removed rows, the path of their list. */
  readonly path: string
  /** The field at this path; undefined if unknown. */
  readonly field: FieldSchema | undefined
  readonly rows: readonly Members[]
}

/** Types of fields that users type into. */
const TYPED: ReadonlySet<string> = new Set([
  'text',
  'textarea',
  'richText',
  'email',
  'url',
  'slug',
  'code',
  'json',
  'number',
  'point',
])

/** The innermost change between two values of a field. */
export function changeOf(field: FieldSchema | undefined, before: unknown, after: unknown, path: string): Deed {
  if (field?.structure === 'group') {
    const inside = changeOfMembers(field.fields ?? [], asMembers(before), asMembers(after), path)
    return inside ?? { kind: 'changed', path, field, rows: [] }
  }
  if (field && (field.structure === 'rows' || field.structure === 'blocks'))
    return changeOfRows(field, recordsOf(before), recordsOf(after), path)
  // Several values are added one by one.
  const isTyped = field !== undefined && TYPED.has(field.type) && !field.many
  return { kind: isTyped ? 'typed' : 'changed', path, field, rows: [] }
}

function changeOfMembers(
  fields: readonly FieldSchema[],
  before: Members,
  after: Members,
  path: string,
): Deed | undefined {
  const changed = fields.filter(
    ({ name, readOnly, structure }) =>
      !readOnly && structure !== 'computed' && before[name] !== after[name] && !sameJson(before[name], after[name]),
  )
  const [one] = changed
  if (!one || changed.length > 1) return undefined
  return changeOf(one, before[one.name], after[one.name], `${path}.${one.name}`)
}

function changeOfRows(field: FieldSchema, before: readonly Members[], after: readonly Members[], path: string): Deed {
  const [had, has] = [idsOf(before), idsOf(after)]
  const removed = before.filter((row, index) => !has.has(idOf(row, index)))
  const added = after.filter((row, index) => !had.has(idOf(row, index)))
  if (removed.length > 0 && added.length === 0) return { kind: 'removed', path, field, rows: removed }
  if (added.length > 0 && removed.length === 0) return { kind: 'added', path, field, rows: added }
  if (added.length > 0) return { kind: 'changed', path, field, rows: [] }
  const moved = movedAmong(before, after)
  if (moved.length > 0) return { kind: 'moved', path, field, rows: moved }
  const changed = after.filter((row, index) => row !== before[index] && !sameJson(row, before[index]))
  const [row] = changed
  const former = row && before.find((one, index) => idOf(one, index) === idOf(row, after.indexOf(row)))
  if (!row || !former || changed.length > 1) return { kind: 'changed', path, field, rows: [] }
  const at = `${path}.${idOf(row, after.indexOf(row))}`
  return (
    changeOfMembers(fieldsOfRow(field, row) ?? [], former, row, at) ?? { kind: 'changed', path: at, field, rows: [row] }
  )
}

/** The fewest moved rows that explain a new order, if one row was moved; otherwise all rows in another place. */
function movedAmong(before: readonly Members[], after: readonly Members[]): readonly Members[] {
  const [old, now] = [before.map(idOf), after.map(idOf)]
  const first = now.findIndex((id, index) => id !== old[index])
  if (first < 0) return []
  const last = now.findLastIndex((id, index) => id !== old[index])
  const isDown = old[first] === now[last]
  const isUp = now[first] === old[last]
  const others = (ids: readonly string[], without: string | undefined) =>
    ids.slice(first, last + 1).filter((id) => id !== without)
  if (isDown && sameJson(others(old, old[first]), others(now, old[first]))) return after.slice(last, last + 1)
  if (isUp && sameJson(others(old, now[first]), others(now, now[first]))) return after.slice(first, first + 1)
  return after.filter((_, index) => now[index] !== old[index])
}

function idsOf(rows: readonly Members[]): ReadonlySet<string> {
  return new Set(rows.map(idOf))
}

function idOf({ id }: Members, index: number): string {
  return typeof id === 'string' ? id : `row-${index}`
}

function asMembers(value: unknown): Members {
  return isRecord(value) ? value : {}
}

/** The value at a path with ids of rows. */
export function valueWithin(value: unknown, path: string): unknown {
  return path
    .split('.')
    .slice(1)
    .reduce<unknown>((inner, key) => {
      if (Array.isArray(inner)) return recordsOf(inner).find((row, index) => idOf(row, index) === key)
      return isRecord(inner) ? inner[key] : undefined
    }, value)
}
