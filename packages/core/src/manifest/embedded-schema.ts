import type { JsonSchema } from '../contracts/json.ts'
import { isObject } from '../content/json-object.ts'

/** Keywords whose values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples'])

/** Keywords whose values are objects that map names to schemas. */
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
])

/** Keywords that name a place in a document, or refer to such a name. A larger document may use the same name. */
const NAMING: ReadonlySet<string> = new Set(['$id', '$anchor', '$dynamicAnchor', '$dynamicRef'])

/** Whether a schema only works at the root of its document, which can be so in an application's `json` fields. */
export function needsOwnPlace(schema: JsonSchema): boolean {
  return mentions(schema, (keyword) => keyword === '$ref' || keyword === '$schema' || NAMING.has(keyword))
}

/**
 * Makes an application's schema a part of a larger document, at `reference`, and changes its references to itself
 * accordingly. A schema that names places can't be moved, so it is left out; `GET /api/schema` shows it completely.
 */
export function embedSchema(schema: JsonSchema, reference: string): JsonSchema {
  if (mentions(schema, (keyword) => NAMING.has(keyword))) {
    return { description: 'Any JSON value that the JSON Schema of the field in `GET /api/schema` allows.' }
  }
  return mapSchemas(schema, ({ $schema: _dialect, $ref, ...rest }) => {
    if (typeof $ref !== 'string') return rest
    const moved = { $ref: $ref.startsWith('#') ? reference + $ref.slice(1) : $ref }
    if (Object.keys(rest).length === 0) return moved
    // Many readers of OpenAPI ignore anything beside a reference; with `allOf`, it means the same and they see it.
    const others: readonly unknown[] = Array.isArray(rest['allOf']) ? rest['allOf'] : []
    return { ...rest, allOf: [...others, moved] }
  })
}

function mentions(schema: JsonSchema, isMeant: (keyword: string) => boolean): boolean {
  let found = false
  mapSchemas(schema, (one) => {
    found ||= Object.keys(one).some(isMeant)
    return one
  })
  return found
}

/** Applies `change` to every schema inside a schema, then to the schema itself, and leaves data alone. */
function mapSchemas(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner)
    return isObject(value) ? mapSchemas(value, change) : value
  }
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (DATA.has(keyword)) return [keyword, value]
    if (!NAMED.has(keyword) || !isObject(value)) return [keyword, inner(value)]
    return [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]))]
  })
  return change(Object.fromEntries(entries) as JsonSchema)
}
