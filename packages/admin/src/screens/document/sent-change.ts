import type { FieldSchema } from '../../data/schema.ts'
import { sameJson } from '../../data/same-json.ts'
import { isRecord, type Members, recordsOf } from '../../fields/members.ts'
import { fieldsOfRow } from '../../fields/rows.ts'
import type { Content, Edits } from './edits.ts'

/**
 * The smallest update that makes the edited document of the stored one. Of a group, it holds the members that changed;
 * of a list, its rows in their order, each with its id and what changed in it. The service keeps what is not sent
 * (docs/contract/documents.md#rows), so a word in a section of a long page is sent without the other sections.
 */
export function changeOf(fields: readonly FieldSchema[], stored: Content, edits: Edits): Edits {
  return mapFields(fields, edits, (field, value) => changedValue(field, stored[field.name], value))
}

/** What a document is created with. */
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
    // The service matches rows by their ids, and blocks by their types besides.
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

/** Rows have members besides their fields. A field of a row may have the name `blockType` where it is none of blocks. */
function withoutIdentity(field: FieldSchema, { id: _, ...row }: Members): Members {
  if (!field.blocks) return row
  const { blockType: __, ...others } = row
  return others
}

function holdsRows({ structure }: FieldSchema): boolean {
  return structure === 'rows' || structure === 'blocks'
}

/** The service computes it, and refuses to be told. */
function isFixed({ readOnly, structure }: FieldSchema): boolean {
  return readOnly || structure === 'computed'
}
