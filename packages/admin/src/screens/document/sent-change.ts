import type { FieldSchema } from '../../data/schema.ts'
import { sameJson } from '../../data/same-json.ts'
import { isRecord, type Members, recordsOf } from '../../data/members.ts'
import { fieldsOfRow } from '../../fields/rows.ts'
import type { Content, Edits } from './edits.ts'

/**
 * The smallest update from the stored to the edited document: changed members of groups, and all rows in order, each
 * with its id and changed members. The service keeps what is not sent (docs/contract/documents.md#rows), so an edit in
 * a long page sends one section.
 */
export function changeOf(fields: readonly FieldSchema[], stored: Content, edits: Edits): Edits {
  return mapFields(fields, edits, (field, value) => changedValue(field, stored[field.name], value))
}

/** The values that a document is created with. */
export function creationOf(fields: readonly FieldSchema[], edits: Edits): Edits {
  return mapFields(fields, edits, writableValue)
}

function mapFields(
  fields: readonly FieldSchema[],
  edits: Edits,
  map: (field: FieldSchema, value: unknown) => unknown,
): Edits {
  const named = new Map(fields.map((field) => [field.name, field]))
  return Object.fromEntries(
    Object.entries(edits).map(([name, value]) => {
      const field = named.get(name)
      return [name, field ? map(field, value) : value]
    }),
  )
}

function changedMembers(fields: readonly FieldSchema[], before: Members, after: Members): Members {
  const named = new Map(fields.map((field) => [field.name, field]))
  const changed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(after)) {
    const field = named.get(name)
    if ((field && isFixed(field)) || sameJson(before[name], value)) continue
    changed[name] = field ? changedValue(field, before[name], value) : value
  }
  return changed
}

function changedValue(field: FieldSchema, before: unknown, after: unknown): unknown {
  if (field.structure === 'group' && isRecord(before) && isRecord(after)) {
    return changedMembers(field.fields ?? [], before, after)
  }
  if (!holdsRows(field) || !Array.isArray(after)) return writableValue(field, after)
  const known = new Map(recordsOf(before).map((row) => [row['id'], row]))
  return after.map((row: unknown) => {
    if (!isRecord(row)) return row
    const fields = fieldsOfRow(field, row)
    const old = row['id'] === undefined ? undefined : known.get(row['id'])
    // The service matches rows by id and block type.
    if (!fields || !old || old['blockType'] !== row['blockType']) return writableRow(field, row)
    return { ...identityOf(field, row), ...changedMembers(fields, old, withoutIdentity(field, row)) }
  })
}

function writable(fields: readonly FieldSchema[], values: Members): Members {
  const named = new Map(fields.map((field) => [field.name, field]))
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = named.get(name)
      if (!field) return [[name, value]]
      return isFixed(field) ? [] : [[name, writableValue(field, value)]]
    }),
  )
}

function writableValue(field: FieldSchema, value: unknown): unknown {
  if (field.structure === 'group' && isRecord(value)) return writable(field.fields ?? [], value)
  if (!holdsRows(field) || !Array.isArray(value)) return value
  return value.map((row: unknown) => (isRecord(row) ? writableRow(field, row) : row))
}

function writableRow(field: FieldSchema, row: Members): Members {
  const fields = fieldsOfRow(field, row)
  return fields ? { ...identityOf(field, row), ...writable(fields, withoutIdentity(field, row)) } : row
}

function identityOf(field: FieldSchema, { id, blockType }: Members): Members {
  return { ...(id !== undefined && { id }), ...(field.blocks && { blockType }) }
}

/** Removes the row's id, and its `blockType` if it is a block: a row of an array may have a field of that name. */
function withoutIdentity(field: FieldSchema, { id: _, ...row }: Members): Members {
  if (!field.blocks) return row
  const { blockType: __, ...others } = row
  return others
}

function holdsRows({ structure }: FieldSchema): boolean {
  return structure === 'rows' || structure === 'blocks'
}

/** Computed by the service, which refuses values for it. */
function isFixed({ readOnly, structure }: FieldSchema): boolean {
  return readOnly || structure === 'computed'
}
