import type { JsonObject, JsonValue } from '../contracts/json.ts'

/**
 * A value of the configuration as plain JSON, without anything that is not: functions, undefined, symbols, instances of classes.
 * Undefined when nothing is left. Publishing goes through here, so that whatever an application puts into an option, no code gets out.
 */
export function asJson(value: unknown, inside: readonly object[] = []): JsonValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  // JSON has one zero; -0 would not read back as it was written.
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
