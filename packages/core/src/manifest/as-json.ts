import type { JsonObject, JsonValue } from '../contracts/json.ts'

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
