import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { isObject } from './json-object.ts'

/** Arrays and blocks: their value is a list of rows, each an object of fields with an `id`. */
export function holdsRows({ structure }: FieldNode): boolean {
  return structure === 'rows' || structure === 'blocks'
}

/** The rows of a list. Whatever else stands in the value, from before its field was one, has no shape to be read in. */
export function rowsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((row) => isObject(row)) : []
}

/** The fields of a row: of a block, those of its type. Undefined where its type is none of the field's. */
export function fieldsOfRow(node: FieldNode, row: JsonObject): readonly FieldNode[] | undefined {
  if (node.structure === 'rows') return node.fields
  const block = row['blockType']
  return typeof block === 'string' && Object.hasOwn(node.blocks, block) ? node.blocks[block] : undefined
}

/** What an object inside a field's value holds besides its fields. */
export function otherMembers({ structure }: FieldNode): readonly string[] {
  return structure === 'blocks' ? BLOCK_MEMBERS : structure === 'rows' ? ROW_MEMBERS : NO_MEMBERS
}

const BLOCK_MEMBERS: readonly string[] = ['id', 'blockType']
const ROW_MEMBERS: readonly string[] = ['id']
const NO_MEMBERS: readonly string[] = []

/** A row before it has any fields: its id and, of a block, the type of the row that it is made of. */
export function startRow({ structure }: FieldNode, id: JsonValue, row: JsonObject): JsonObject {
  return structure === 'blocks' ? { id, blockType: row['blockType'] ?? null } : { id }
}

/** The rows of a list made anew, each with its fields; a row of an unknown block has none. */
export function mapRows(
  node: FieldNode,
  value: JsonValue | undefined,
  map: (fields: readonly FieldNode[], row: JsonObject, index: number) => JsonObject,
): JsonObject[] {
  return rowsOf(value).map((row, index) => map(fieldsOfRow(node, row) ?? [], row, index))
}

/** The rows of stored content, for the rows of an input to be laid over. */
export type RowsById = ReadonlyMap<JsonValue | undefined, JsonObject>

export function rowsById(value: JsonValue | undefined): RowsById {
  return new Map(rowsOf(value).map((row) => [row['id'], row]))
}

/** The stored row that a given one goes on from: of the same id and, for blocks, of the same type. */
export function sameRow(given: JsonObject, stored: RowsById): JsonObject | null {
  const id = given['id']
  const row = typeof id === 'string' ? stored.get(id) : undefined
  return row && row['blockType'] === given['blockType'] ? row : null
}
