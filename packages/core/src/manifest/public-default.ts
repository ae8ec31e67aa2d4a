import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { FieldNode } from '../contracts/field.ts'
import { isObject } from '../content/json-object.ts'
import { mapObjects } from '../content/walk-content.ts'

/**
 * Converts a value of the configuration to plain JSON: drops functions, undefined, symbols and instances of classes.
 * Undefined if nothing is left. Everything that is published passes through here, so that no code of an option is
 * published.
 */
export function asJson(value: unknown, inside: readonly object[] = []): JsonValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  // JSON has only one zero: -0 would be a different value when read back.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined
  if (typeof value !== 'object' || inside.includes(value)) return undefined
  const around = [...inside, value]
  if (Array.isArray(value)) return value.map((item: unknown) => asJson(item, around) ?? null)
  if (!isPlain(value)) return undefined
  const object: JsonObject = {}
  for (const [key, member] of Object.entries(value)) {
    const json = key === '__proto__' ? undefined : asJson(member, around)
    if (json !== undefined) object[key] = json
  }
  return object
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * The public part of a field's default: a static value of a field without read rule, without hidden fields inside it.
 * Functions are not published, since they compute a value for each document.
 */
export function publicDefault(node: FieldNode): JsonValue | undefined {
  const { default: given, access } = node.options
  if (node.hidden || node.readOnly || access?.read !== undefined) return undefined
  const value = asJson(given)
  if (value === undefined) return undefined
  return node.structure === 'group' && !isObject(value) ? undefined : mapObjects(node, value, publicMembers)
}

/** In a default of a group, the values override the defaults of its fields. */
function publicMembers(fields: readonly FieldNode[], values: JsonObject): JsonObject {
  const shown = fields.flatMap((node) => {
    const value = publicDefault({ ...node, options: { ...node.options, default: values[node.name] } })
    return value === undefined ? [] : [[node.name, value] as const]
  })
  return Object.fromEntries(shown)
}
