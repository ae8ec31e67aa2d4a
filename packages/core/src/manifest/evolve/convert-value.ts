import type { IssueCode } from '../../contracts/errors.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { isObject } from '../../content/json-object.ts'
import { plainTextOf } from '../../fields/rich-text-as-text.ts'
import type { FieldForm } from './field-form.ts'
import { isSomething } from './form-walk.ts'

/** Limits only apply to writes: reads show older values as they are (manifest/read-schema.ts). */
const LIMITS: ReadonlySet<IssueCode> = new Set(['min', 'max', 'min_length', 'max_length', 'pattern'])

/**
 * Converts one value (one element, with `many`) to the field's current form; undefined if that would lose information.
 * A value in the current form stays as it is.
 */
export function convertValue(from: FieldForm, node: FieldNode, value: JsonValue): JsonValue | undefined {
  if (!isSomething(value)) return fits(node, value) ? value : null
  const candidates = [value, retyped(from, node, value)]
  const found = candidates.find((one) => one !== undefined && fits(node, one))
  return found === undefined ? undefined : node.normalize(found)
}

function fits(node: FieldNode, value: JsonValue): boolean {
  return value !== null && node.check(value).every(({ code }) => LIMITS.has(code))
}

/** Converts to another type, if the conversion is unique and reversible. */
function retyped(from: FieldForm, node: FieldNode, value: JsonValue): JsonValue | undefined {
  // In JSON, a number and a text are distinct values, so nothing is converted.
  if (from.type === 'json') return undefined
  if (node.targets.length > 0 || from.targets) return retargeted(from, node, value)
  const made = typeof value === 'string' ? node.type.fromText(value, node.options) : undefined
  if (made !== undefined) return made
  if (from.type === 'richText') return isObject(value) ? plainTextOf(value) : undefined
  switch (node.storedAs) {
    case 'text':
      return asText(value)
    case 'day':
      return typeof value === 'string' ? dayOf(value) : undefined
    case 'number':
      return typeof value === 'string' && String(Number(value)) === value ? Number(value) : undefined
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : undefined
    default:
      return undefined
  }
}

function asText(value: JsonValue): string | undefined {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** The day of an instant at midnight UTC. */
function dayOf(value: string): string | undefined {
  return value.endsWith('T00:00:00.000Z') ? value.slice(0, -'T00:00:00.000Z'.length) : undefined
}

/** Converts between references to one collection (an id) and polymorphic references (with `relationTo`). */
function retargeted(from: FieldForm, node: FieldNode, value: JsonValue): JsonValue | undefined {
  const [only] = from.targets ?? []
  if (typeof value === 'string')
    return only === undefined || from.storedAs === 'pair' ? undefined : { relationTo: only, value }
  if (!isObject(value) || node.storedAs !== 'text') return undefined
  const { relationTo, value: id }: JsonObject = value
  return relationTo === node.targets[0] ? id : undefined
}
