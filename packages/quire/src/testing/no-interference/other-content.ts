import type { FieldNode, JsonObject, JsonValue } from '@quirecms/core'
import type { Random } from './random.ts'
import { type KnownIds, otherElement, validElement } from './valid-values.ts'

export interface Model {
  readonly locales: readonly string[]
  readonly ids: KnownIds
  readonly random: Random
}

/** The same content with another value at each place that the path leads to: in each row and locale. */
export function otherContent(
  fields: readonly FieldNode[],
  content: JsonObject,
  steps: readonly string[],
  model: Model,
): JsonObject {
  const [name = '', ...rest] = steps
  const node = fields.find((one) => one.name === name)
  if (!node) return content
  const change = (value: JsonValue) => otherValue(node, value, rest, model)
  const value = content[name] ?? null
  if (!node.localized) return { ...content, [name]: change(value) }
  const byLocale = isObject(value) ? value : {}
  return { ...content, [name]: Object.fromEntries(Object.entries(byLocale).map(([code, one]) => [code, change(one)])) }
}

function otherValue(node: FieldNode, value: JsonValue, steps: readonly string[], model: Model): JsonValue {
  if (node.structure === 'value') return otherStored(node, value, model)
  if (node.structure === 'group') return eachBelow(node.fields, isObject(value) ? value : {}, steps, model)
  if (!Array.isArray(value)) return value
  // A secret list of rows is emptied; secrets inside of rows are changed.
  if (steps.length === 0) return value.length > 0 ? [] : value
  return value.map((row) => {
    if (!isObject(row)) return row
    if (node.structure === 'rows') return eachBelow(node.fields, row, steps, model)
    const [block = '', ...rest] = steps
    return row['blockType'] === block ? eachBelow(node.blocks[block] ?? [], row, rest, model) : row
  })
}

function eachBelow(
  fields: readonly FieldNode[],
  content: JsonObject,
  steps: readonly string[],
  model: Model,
): JsonObject {
  if (steps.length > 0) return otherContent(fields, content, steps, model)
  return fields.reduce((changed, { name }) => otherContent(fields, changed, [name], model), content)
}

/** Whether a value exists is secret too, so sometimes adds or removes it. */
function otherStored(node: FieldNode, value: JsonValue, { ids, random }: Model): JsonValue {
  if (node.many) {
    const elements = Array.isArray(value) ? value : []
    const added = validElement(node, ids, random)
    const changed = elements.flatMap((one) => otherElement(node, one, ids, random) ?? [])
    return added === undefined ? changed : [...changed, added]
  }
  if (value !== null && !node.required && random.chance(20)) return null
  return otherElement(node, value, ids, random) ?? (node.required ? value : null)
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
