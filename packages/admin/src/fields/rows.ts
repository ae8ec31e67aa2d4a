import type { FieldSchema } from '../data/schema.ts'
import { asRecord, isRecord, type Members, recordsOf } from '../data/members.ts'

/** A row of an array or of blocks. Clients may choose ids, so a new row has one from the start. */
export interface Row extends Members {
  readonly id: string
}

/** Rows of a value. Rows without an id get one, by their position, that stays the same. */
export function rowsOf(value: unknown): readonly Row[] {
  return recordsOf(value).map((row, index) => (isRow(row) ? row : { ...row, id: `row-${index}` }))
}

/** The fields of a row; for blocks, those of its kind. Undefined if the kind no longer exists. */
export function fieldsOfRow(field: FieldSchema, row: Members): readonly FieldSchema[] | undefined {
  if (!field.blocks) return field.fields ?? []
  return field.blocks[String(row['blockType'])]?.fields
}

export function newRow(field: FieldSchema, blockType?: string): Row {
  const id = newId()
  const row = blockType === undefined ? { id } : { id, blockType }
  return { ...row, ...defaultsOf(fieldsOfRow(field, row) ?? []) }
}

function defaultsOf(fields: readonly FieldSchema[]): Members {
  const given: Record<string, unknown> = {}
  for (const field of fields) {
    if (field.readOnly) continue
    if (field.default !== undefined) given[field.name] = field.default
    else if (field.structure === 'group') given[field.name] = defaultsOf(field.fields ?? [])
  }
  return given
}

export function insertRows(rows: readonly Row[], at: number, added: readonly Row[]): readonly Row[] {
  return rows.toSpliced(at, 0, ...added)
}

export function removeRow(rows: readonly Row[], at: number): readonly Row[] {
  return rows.toSpliced(at, 1)
}

/** Moves an item; the items in between shift by one. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const moved = items[from]
  if (moved === undefined || to < 0 || to >= items.length) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, moved)
}

/** A copy with new ids, also for the rows inside: ids are unique within a list. */
export function copyOfRow(row: Members): Row {
  return { ...(withoutIds(row) as Members), id: newId() }
}

function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => (isRow(one) ? copyOfRow(one) : withoutIds(one)))
  // Ids of references must stay; only rows get new ones.
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutIds(inner)]))
}

function isRow(value: unknown): value is Row {
  return isRecord(value) && typeof value['id'] === 'string'
}

/** The copied rows that fit a field: known kinds, with known fields. The service validates the values. */
export function fittingRows(field: FieldSchema, copied: readonly Members[]): readonly Row[] {
  return copied.flatMap((row) => {
    const fields = fieldsOfRow(field, row)
    if (!fields) return []
    const fitted = fittingMembers(fields, row)
    if (fields.length > 0 && Object.keys(fitted).length === 0) return []
    return [copyOfRow({ ...fitted, ...(field.blocks && { blockType: row['blockType'] }) })]
  })
}

function fittingMembers(fields: readonly FieldSchema[], value: Members): Members {
  const fitted: Record<string, unknown> = {}
  for (const field of fields) {
    const inner = value[field.name]
    if (inner === undefined || inner === null || field.readOnly) continue
    if (field.structure === 'group') fitted[field.name] = fittingMembers(field.fields ?? [], asRecord(inner))
    else if (field.structure === 'value') fitted[field.name] = inner
    else fitted[field.name] = fittingRows(field, recordsOf(inner))
  }
  return fitted
}

/** `crypto.randomUUID` requires a secure context; this does not. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
