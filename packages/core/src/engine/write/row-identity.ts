import type { IssueCode } from '../../contracts/errors.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { fieldsOfRow } from '../../content/rows.ts'
import { issueWords } from '../../fields/issue-words.ts'
import type { Overlay } from './overlay.ts'

const ROW_ID = /^[A-Za-z0-9_-]{1,64}$/

/** The fields of a row, or of a block of a known type; reports unknown ones. */
export function blockFields(
  overlay: Overlay,
  node: FieldNode,
  given: JsonObject,
  path: string,
): readonly FieldNode[] | undefined {
  const fields = fieldsOfRow(node, given)
  if (fields) return fields
  const block = given['blockType']
  if (block === undefined || block === null) overlay.issues.add('required', `${path}.blockType`, issueWords.required)
  else if (typeof block !== 'string') addRowIssue(overlay, 'type', `${path}.blockType`, 'must be text')
  else addRowIssue(overlay, 'option', `${path}.blockType`, `must be one of: ${Object.keys(node.blocks).join(', ')}`)
  return undefined
}

/** The given id of a row or a new one, unique within its list. */
export function rowId(overlay: Overlay, given: JsonObject, seen: Set<JsonValue>, path: string): JsonValue {
  const id = given['id'] ?? overlay.newRowId()
  if (typeof id !== 'string') addRowIssue(overlay, 'type', `${path}.id`, 'must be text')
  else if (!ROW_ID.test(id)) addRowIssue(overlay, 'format', `${path}.id`, 'must be 1 to 64 letters, digits, - or _')
  else if (seen.has(id)) addRowIssue(overlay, 'unique', `${path}.id`, 'is the id of another row')
  seen.add(id)
  return id
}

/** Values in rows of a translation don't fall back, so missing ones are reported. */
export function insideRow(overlay: Overlay): Overlay {
  return overlay.isTranslation ? { ...overlay, isTranslation: false } : overlay
}

export function addRowIssue(overlay: Overlay, code: IssueCode, path: string, what: string): null {
  overlay.issues.add(code, path, `${what.charAt(0).toUpperCase()}${what.slice(1)}.`)
  return null
}
