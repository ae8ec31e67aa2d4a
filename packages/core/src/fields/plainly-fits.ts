import { isObject } from '../content/json-object.ts'
import type { JsonSchema } from '../contracts/json.ts'

const WORDS: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples'])

/**
 * A fast check of a value against a common schema. Reads use it for their parameters, so that the validator is only
 * loaded after a client's mistake. False means unknown: `compileSchema` decides then.
 */
export function plainlyFits(value: unknown, schema: JsonSchema): boolean {
  for (const keyword in schema) {
    if (!WORDS.has(keyword) && !meets(value, keyword, schema[keyword])) return false
  }
  return true
}

function meets(value: unknown, keyword: string, bound: unknown): boolean {
  switch (keyword) {
    case 'type':
      return hasType(value, bound)
    case 'enum':
      return Array.isArray(bound) && typeof value !== 'object' && bound.includes(value)
    case 'minimum':
      return typeof value !== 'number' || value >= Number(bound)
    case 'maximum':
      return typeof value !== 'number' || value <= Number(bound)
    // Bounds count characters. There are never more of them than UTF-16 units, and at least one if there is any unit.
    case 'minLength':
      return typeof value !== 'string' || (bound === 1 && value.length > 0)
    case 'maxLength':
      return typeof value !== 'string' || value.length <= Number(bound)
    case 'items':
      return !Array.isArray(value) || (isObject(bound) && value.every((one) => plainlyFits(one, bound)))
    case 'maxItems':
      return !Array.isArray(value) || value.length <= Number(bound)
    case 'anyOf':
      return Array.isArray(bound) && bound.some((one) => isObject(one) && plainlyFits(value, one))
    default:
      return false
  }
}

function hasType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof value === type
    case 'integer':
      return Number.isSafeInteger(value)
    case 'number':
      return Number.isFinite(value)
    case 'object':
      return isObject(value)
    case 'array':
      return Array.isArray(value)
    default:
      return Array.isArray(type) && type.some((one) => hasType(value, one))
  }
}
