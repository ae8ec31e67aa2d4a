import type { JsonSchema } from '@quirecms/core'

type Texts = Readonly<Record<string, string | string[]>>

/**
 * Converts query parameters to the types of a schema. A value of the wrong type stays text, so that the schema refuses
 * it.
 */
export function readQueryInput(query: Texts, schema: JsonSchema | null): Record<string, unknown> {
  const properties = (schema?.['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
  return Object.fromEntries(
    Object.entries(query).map(([name, given]) => [name, readValue(given, properties[name] ?? {})]),
  )
}

function readValue(given: string | string[], schema: JsonSchema): unknown {
  const { type, items = {} } = schema
  if (type === 'array') return [given].flat().map((one) => readText(one, (items as JsonSchema)['type']))
  return Array.isArray(given) ? given : readText(given, type)
}

function readText(text: string, type: unknown): unknown {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  // JSON syntax only: `Number` would convert a space to 0.
  if ((type === 'number' || type === 'integer') && /^-?\d{1,20}(?:\.\d{1,20})?$/.test(text)) return Number(text)
  return text
}
