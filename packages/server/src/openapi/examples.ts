import type { JsonSchema } from '@quirecms/core'

export const EXAMPLE_ID = '01998a3c-5d1e-7b2f-8c4d-9e0f1a2b3c4d'

export function exampleId(index: number): string {
  return EXAMPLE_ID.slice(0, -12) + (index + 1).toString(16).padStart(12, '0')
}

/** Example email address; the domain is reserved for examples. */
export const EXAMPLE_ADDRESS = 'ann@example.com'

/** Candidate texts; the first one that matches a schema is its example. */
const TEXTS: readonly string[] = [
  'Hello',
  'hello-world',
  EXAMPLE_ADDRESS,
  'https://example.com/',
  '2026-01-31T09:30:00.000Z',
  '2026-01-31',
  EXAMPLE_ID,
  '/hello',
  'a long secret',
  'A longer text, for fields that want more than a word.',
  'en',
  'x'.repeat(8),
  'x',
  '0123456789abcdef0123456789abcdef.jpg',
]

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T09:30:00.000Z',
  date: '2026-01-31',
  uuid: EXAMPLE_ID,
  email: EXAMPLE_ADDRESS,
  uri: 'https://example.com/',
  'uri-reference': '/hello',
  password: 'a long secret',
}

const DEEPEST = 12

/**
 * Returns an example value for a schema; undefined if none can be guessed, such as for an application's own pattern.
 * Optional members without an example are left out, and so are lists of them.
 */
export function exampleOf(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>, depth = 0): unknown {
  const inner = (one: unknown) => (depth > DEEPEST ? undefined : exampleOf(one as JsonSchema, schemas, depth + 1))
  if (typeof schema['$ref'] === 'string') {
    const name = schema['$ref'].split('/').at(-1) ?? ''
    return schemas[name] && inner(schemas[name])
  }
  if (Array.isArray(schema['examples'])) return schema['examples'][0] as unknown
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown
  if ('default' in schema) return schema['default']
  const types = [schema['type']].flat()
  const alternatives = schema['oneOf'] ?? (schema['properties'] ? undefined : schema['anyOf'])
  // The alternatives of a string are formats.
  if (Array.isArray(alternatives) && types[0] === 'string')
    return textExample({ ...schema, ...(alternatives[0] as object) })
  if (Array.isArray(alternatives)) return firstOf(alternatives, inner)
  switch (types[0]) {
    case 'object':
      return objectExample(schema, inner)
    case 'array':
      return listExample(schema, inner)
    case 'string':
      return textExample(schema)
    case 'integer':
    case 'number':
      return numberExample(schema)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return undefined
  }
}

function firstOf(alternatives: readonly unknown[], inner: (schema: unknown) => unknown): unknown {
  for (const one of alternatives) {
    const example = inner(one)
    if (example !== undefined) return example
  }
  return undefined
}

function objectExample(schema: JsonSchema, inner: (schema: unknown) => unknown): unknown {
  const {
    properties = {},
    required = [],
    anyOf = [{}],
  } = schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>
    readonly required?: readonly string[]
    readonly anyOf?: readonly { readonly required?: readonly string[] }[]
  }
  const members = Object.entries(properties).map(([name, one]) => [name, inner(one)] as const)
  const known = members.filter(([, example]) => example !== undefined)
  const hasAll = (names: readonly string[]) => names.every((name) => known.some(([one]) => one === name))
  if (!hasAll(required) || !anyOf.some((one) => hasAll(one.required ?? []))) return undefined
  return Object.fromEntries(known)
}

function listExample(schema: JsonSchema, inner: (schema: unknown) => unknown): unknown {
  const {
    minItems = 0,
    maxItems = 1,
    items,
    prefixItems,
  } = schema as {
    readonly minItems?: number
    readonly maxItems?: number
    readonly items?: unknown
    readonly prefixItems?: readonly unknown[]
  }
  if (prefixItems) return allOrNothing(prefixItems.map(inner))
  const one = items === undefined ? undefined : inner(items)
  if (one === undefined || maxItems === 0) return minItems === 0 ? [] : undefined
  if (minItems > 1 && schema['uniqueItems'] === true) return undefined
  return Array.from({ length: Math.max(1, minItems) }, () => one)
}

function allOrNothing(values: readonly unknown[]): unknown {
  return values.includes(undefined) ? undefined : values
}

function textExample(schema: JsonSchema): string | undefined {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = Infinity,
  } = schema as {
    readonly format?: string
    readonly pattern?: string
    readonly minLength?: number
    readonly maxLength?: number
  }
  const regular = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  const candidates = format !== undefined && FORMATS[format] !== undefined ? [FORMATS[format]] : TEXTS
  return candidates.find(
    (text) => (regular?.test(text) ?? true) && text.length >= minLength && text.length <= maxLength,
  )
}

function numberExample(schema: JsonSchema): number {
  const { minimum = 1, maximum = Infinity } = schema as { readonly minimum?: number; readonly maximum?: number }
  const least = minimum <= 1 ? 1 : minimum
  return least <= maximum ? least : maximum
}

/** Adds an example to every JSON body without one. */
export function withExamples<Part extends Readonly<Record<string, JsonSchema>>>(
  part: Part,
  schemas: Readonly<Record<string, JsonSchema>>,
): Part {
  const complete = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(complete)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => {
      return [key, key === 'content' ? completeContent(inner as Content) : complete(inner)] as const
    })
    return Object.fromEntries(entries)
  }
  const completeContent = (content: Content): Content => {
    const json = content['application/json']
    if (!json?.schema || json.example !== undefined) return content
    const example = exampleOf(json.schema, schemas)
    return example === undefined ? content : { ...content, 'application/json': { ...json, example } }
  }
  return complete(part) as Part
}

type Content = Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>
