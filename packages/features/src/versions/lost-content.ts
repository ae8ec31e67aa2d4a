import {
  type FieldNode,
  isByLocale,
  isObject,
  type JsonObject,
  type JsonValue,
  matchObjects,
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

/** A row that moved to another list is missing in its own. */
function losesInValue(node: FieldNode, before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  const isGroup = node.structure === 'group'
  const lost = matchObjects(node, before, after).some(({ fields, object, match }) =>
    match || isGroup ? losesContent(fields, object, match ?? {}) : true,
  )
  return lost || lengthOf(node, after) * 2 < lengthOf(node, before)
}

/** Length of the text in a value; the items of a list are added. */
function lengthOf({ type }: FieldNode, value: JsonValue | undefined): number {
  if (value === undefined || value === null || !(type.isFreeText || type.texts)) return 0
  const texts = (Array.isArray(value) ? value : [value]).flatMap((one) =>
    type.isFreeText ? one : (type.texts?.(one, {}) ?? []),
  )
  return texts.reduce<number>((length, text) => length + (typeof text === 'string' ? text.length : 0), 0)
}
