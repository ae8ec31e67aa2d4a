import {
  dataOf,
  type FieldNode,
  fieldsOfRow,
  holdsRows,
  holdsTextBlocks,
  isByLocale,
  isObject,
  type JsonObject,
  type JsonValue,
  rowsById,
  rowsOf,
  sameRow,
  textBlocks,
} from '@quirecms/core/feature'

/**
 * Whether `after` lost content of `before`: a row of an array, of blocks or of a rich text is missing, or a text is
 * less than half as long (docs/contract/drafts-and-versions.md#autosaves).
 */
export function losesContent(fields: readonly FieldNode[], before: JsonObject, after: JsonObject): boolean {
  return fields.some((node) => losesInField(node, before[node.name], after[node.name]))
}

function losesInField(node: FieldNode, before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  if (!isByLocale(node, before, true)) return losesInValue(node, before, after)
  const now = isObject(after) ? after : {}
  return Object.keys(before).some((locale) => losesInValue(node, before[locale], now[locale]))
}

function losesInValue(node: FieldNode, before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  if (node.structure === 'group')
    return isObject(before) && losesContent(node.fields, before, isObject(after) ? after : {})
  if (holdsRows(node)) return losesRows(node, rowsOf(before), rowsOf(after), (row) => row)
  if (holdsTextBlocks(node) && losesRows(node, textBlocks(before), textBlocks(after), dataOf)) return true
  return lengthOf(node, after) * 2 < lengthOf(node, before)
}

/** A row that moved to another list is missing in its own. */
function losesRows(
  node: FieldNode,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  contentOf: (row: JsonObject) => JsonObject | null,
): boolean {
  const now = rowsById([...after])
  return before.some((row) => {
    const same = sameRow(row, now)
    return !same || losesContent(fieldsOfRow(node, row) ?? [], contentOf(row) ?? {}, contentOf(same) ?? {})
  })
}

/** Length of the text in a value; the items of a list are added. */
function lengthOf({ type }: FieldNode, value: JsonValue | undefined): number {
  if (value === undefined || value === null || !(type.isFreeText || type.texts)) return 0
  const texts = (Array.isArray(value) ? value : [value]).flatMap((one) =>
    type.isFreeText ? one : (type.texts?.(one, {}) ?? []),
  )
  return texts.reduce<number>((length, text) => length + (typeof text === 'string' ? text.length : 0), 0)
}
