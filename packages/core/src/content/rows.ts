import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { isObject } from './json-object.ts'

/** Whether the field is an array or blocks: its value is a list of rows, each an object of fields with an `id`. */
export function holdsRows({ structure }: FieldNode): boolean {
  return structure === 'rows' || structure === 'blocks'
}

export function rowsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((row) => isObject(row)) : []
}

/** The fields of a row; for blocks, those of its block type. Undefined if the field has no such block type. */
export function fieldsOfRow(node: FieldNode, row: JsonObject): readonly FieldNode[] | undefined {
  if (node.structure === 'rows') return node.fields
  const block = row['blockType']
  return typeof block === 'string' && Object.hasOwn(node.blocks, block) ? node.blocks[block] : undefined
}

export function otherMembers({ structure }: FieldNode): readonly string[] {
  return structure === 'blocks' ? BLOCK_MEMBERS : structure === 'rows' ? ROW_MEMBERS : NO_MEMBERS
}

const BLOCK_MEMBERS: readonly string[] = ['id', 'blockType']
const ROW_MEMBERS: readonly string[] = ['id']
const NO_MEMBERS: readonly string[] = []

/** A new row without fields: only its id and, for blocks, the block type of `row`. */
export function startRow({ structure }: FieldNode, id: JsonValue, row: JsonObject): JsonObject {
  return structure === 'blocks' ? { id, blockType: row['blockType'] ?? null } : { id }
}

/** Maps the rows of a list, each with its fields. Drops rows of removed block types, as reads do. */
export function mapRows(
  node: FieldNode,
  value: JsonValue | undefined,
  map: (fields: readonly FieldNode[], row: JsonObject, index: number) => JsonObject,
): JsonObject[] {
  const mapped: JsonObject[] = []
  for (const row of rowsOf(value)) {
    const fields = fieldsOfRow(node, row)
    if (fields) mapped.push(map(fields, row, mapped.length))
  }
  return mapped
}

export type RowsById = ReadonlyMap<JsonValue | undefined, JsonObject>

export function rowsById(value: JsonValue | undefined): RowsById {
  return new Map(rowsOf(value).map((row) => [row['id'], row]))
}

/** The stored row that an input row changes: the one with the same id and, for blocks, the same block type. */
export function sameRow(given: JsonObject, stored: RowsById): JsonObject | null {
  const id = given['id']
  const row = typeof id === 'string' ? stored.get(id) : undefined
  return row && row['blockType'] === given['blockType'] ? row : null
}
