import type { IssueCode } from '../../contracts/errors.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { isObject } from '../../content/json-object.ts'
import { plainTextOf } from '../../fields/rich-text-as-text.ts'
import type { FieldForm } from './field-form.ts'
import { isSomething } from './form-walk.ts'

/** Limits are for writes: what was stored before them is read as it is (manifest/read-schema.ts). */
const LIMITS: ReadonlySet<IssueCode> = new Set(['min', 'max', 'min_length', 'max_length', 'pattern'])

/**
 * One value (one element, with `many`) in the form that a field has today; undefined if something of it would be lost. A value that is
 * in that form already stays as it is.
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

/** The same in another type, where there is one way to write it and that leads back. */
function retyped(from: FieldForm, node: FieldNode, value: JsonValue): JsonValue | undefined {
  // In JSON, a number and a text are two things.
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

/** An instant that is the beginning of a day, as the day. */
function dayOf(value: string): string | undefined {
  return value.endsWith('T00:00:00.000Z') ? value.slice(0, -'T00:00:00.000Z'.length) : undefined
}

/** From a reference to one collection to one that names its collection, and back. */
function retargeted(from: FieldForm, node: FieldNode, value: JsonValue): JsonValue | undefined {
  const [only] = from.targets ?? []
  if (typeof value === 'string')
    return only === undefined || from.storedAs === 'pair' ? undefined : { relationTo: only, value }
  if (!isObject(value) || node.storedAs !== 'text') return undefined
  const { relationTo, value: id }: JsonObject = value
  return relationTo === node.targets[0] ? id : undefined
}
