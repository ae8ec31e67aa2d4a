import type { FieldNode, JsonObject, JsonValue } from '@quirecms/core'
import type { Random } from './random.ts'
import { type KnownIds, otherElement, validElement } from './valid-values.ts'

/** Which locales there are, and which documents. */
export interface Model {
  readonly locales: readonly string[]
  readonly ids: KnownIds
  readonly random: Random
}

/** The same content, but with another value wherever the path leads: at each row, and in each language. */
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
  // Rows that are a secret themselves are gone; what is secret inside of them differs.
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

/** Whether there is a value is a part of the secret, too: sometimes there is none where one was, and one where none was. */
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
