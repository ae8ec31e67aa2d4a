import type { Random } from '../random.ts'
import { hostileText } from './hostile-values.ts'

/** The part of JSON Schema that the description uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema | boolean
  readonly prefixItems?: readonly Schema[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly format?: string
  readonly pattern?: string
  readonly contentSchema?: Schema
}

const DEEPEST = 7

/** Valid values of a schema, as far as it can be followed. */
export class ValidValues {
  readonly #description: object
  readonly #random: Random
  readonly #ids: readonly string[]

  constructor(description: object, random: Random, ids: readonly string[]) {
    this.#description = description
    this.#random = random
    this.#ids = ids
  }

  /** Target of a reference. */
  resolve<Value extends { readonly $ref?: string }>(value: Value): Value {
    let found: unknown = value
    while (typeof (found as Value).$ref === 'string') {
      const parts = ((found as Value).$ref ?? '').slice(2).split('/')
      found = parts.reduce<unknown>(
        (at, part) =>
          (at as Record<string, unknown>)[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')],
        this.#description,
      )
    }
    return found as Value
  }

  make(given: Schema | boolean | undefined, depth = 0): unknown {
    if (given === undefined || typeof given === 'boolean') return this.#anything()
    const schema = this.resolve(given)
    const random = this.#random
    if ('const' in schema) return schema.const
    if (schema.enum) return random.pick(schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices && choices.length > 0) {
      const chosen = this.make(random.pick(choices), depth + 1)
      return isObject(chosen) && schema.properties ? { ...this.#object(schema, depth), ...chosen } : chosen
    }
    if (schema.allOf) {
      const parts = schema.allOf.map((part) => this.make(part, depth + 1))
      const own = schema.properties ? this.#object(schema, depth) : {}
      return parts.every(isObject) ? Object.assign({}, own, ...parts) : parts[0]
    }
    const type =
      typeof schema.type === 'string' ? schema.type : schema.type === undefined ? undefined : random.pick(schema.type)
    switch (type) {
      case 'object':
        return this.#object(schema, depth)
      case 'array':
        return this.#array(schema, depth)
      case 'string':
        return this.#text(schema)
      case 'integer':
      case 'number':
        return this.#number(schema, type === 'integer')
      case 'boolean':
        return random.chance(0.5)
      case 'null':
        return null
      default:
        return schema.properties ? this.#object(schema, depth) : this.#anything()
    }
  }

  #object(schema: Schema, depth: number): Record<string, unknown> {
    const random = this.#random
    const made: Record<string, unknown> = {}
    for (const [name, one] of Object.entries(schema.properties ?? {})) {
      const isNeeded = schema.required?.includes(name) ?? false
      if (isNeeded || (depth < DEEPEST && random.chance(depth === 0 ? 0.5 : 0.3)))
        made[name] = this.make(one, depth + 1)
    }
    if (typeof schema.additionalProperties === 'object' && depth < DEEPEST && random.chance(0.3))
      made[random.pick(['one', 'title', 'en', 'id'])] = this.make(schema.additionalProperties, depth + 1)
    return made
  }

  #array({ items, prefixItems, minItems = 0, maxItems = 3 }: Schema, depth: number): unknown[] {
    if (prefixItems) return prefixItems.map((one) => this.make(one, depth + 1))
    const most = depth > DEEPEST ? minItems : Math.min(maxItems, minItems + 3)
    const length = minItems + this.#random.below(most - minItems + 1)
    return Array.from({ length }, () => this.make(items, depth + 1))
  }

  #text({ format, minLength = 0, maxLength = 200, pattern, contentSchema }: Schema): string {
    const random = this.#random
    if (contentSchema) return JSON.stringify(this.make(contentSchema))
    if (format === 'date-time') return new Date(Date.now() + random.between(-1e11, 1e11)).toISOString()
    if (format === 'date') return '2026-02-28'
    if (format === 'email') return `p${random.below(1e6)}@example.com`
    if (format === 'uri' || format === 'uri-reference') return random.pick(['https://example.com/a?b=c', '/about'])
    if (format === 'uuid' || pattern?.includes('[0-9a-f]{8}')) return this.id()
    const text = random.chance(0.2)
      ? hostileText(random)
      : random.pick(['calm', 'Words of all kinds', 'title', '-createdAt', 'ä', 'en', 'de', 'a'.repeat(minLength)])
    return text.padEnd(minLength, 'x').slice(0, maxLength)
  }

  #number({ minimum = -1000, maximum = 1000 }: Schema, isWhole: boolean): number {
    const most = Math.max(minimum, Math.min(maximum, minimum + 1000))
    const value = this.#random.between(minimum, most)
    return isWhole ? Math.ceil(Math.min(value, most)) : value
  }

  id(): string {
    const random = this.#random
    return this.#ids.length > 0 && random.chance(0.8) ? random.pick(this.#ids) : '0199c8a0-0000-7000-8000-00000000000a'
  }

  #anything(): unknown {
    return this.#random.pick<unknown>(['words', 1, true, null, ['a'], { a: 1 }, { en: 'a', de: 'b' }])
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
