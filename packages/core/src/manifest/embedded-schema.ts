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

/**
 * Keywords that name a location in a schema document, or refer to such a name. The surrounding document may use the
 * same name.
 */
const NAMING: ReadonlySet<string> = new Set(['$id', '$anchor', '$dynamicAnchor', '$dynamicRef'])

/** Whether a schema only works at the root of its document. Schemas of `json` fields may be like that. */
export function needsOwnPlace(schema: JsonSchema): boolean {
  return mentions(schema, (keyword) => keyword === '$ref' || keyword === '$schema' || NAMING.has(keyword))
}

/**
 * The definition that a reference such as `#/$defs/node` names. Definitions become parts of their own, because code
 * generators fail on definitions nested in a component.
 */
const DEFINITION = /^#\/(?:\$defs|definitions)\/([\w.-]+)(\/.*)?$/

/**
 * Embeds an application's schema in a larger document, at `place()`, and each of its definitions at `place(name)`; its
 * internal references change accordingly. A schema with named locations can't be moved, so it is left out;
 * `GET /api/schema` shows it completely. Returns the schemas by definition name; the schema itself is named ''.
 */
export function embedSchema(schema: JsonSchema, place: (definition?: string) => string): Record<string, JsonSchema> {
  if (mentions(schema, (keyword) => NAMING.has(keyword))) {
    return { '': { description: 'Any JSON value that the JSON Schema of the field in `GET /api/schema` allows.' } }
  }
  const { $defs = {}, definitions = {}, ...root } = schema
  const given = Object.entries({ ...(definitions as object), ...($defs as object) }) as [string, JsonSchema][]
  const [named, unnamed] = [given.filter(([name]) => isName(name)), given.filter(([name]) => !isName(name))]
  const names = new Set(named.map(([name]) => name))
  const moved = ($ref: string): string => {
    const [, name, rest = ''] = DEFINITION.exec($ref) ?? []
    if (name !== undefined && names.has(name)) return place(name) + rest
    return $ref.startsWith('#') ? place() + $ref.slice(1) : $ref
  }
  const rest = unnamed.length > 0 ? { ...root, $defs: Object.fromEntries(unnamed) } : root
  return { '': move(rest, moved), ...Object.fromEntries(named.map(([name, one]) => [name, move(one, moved)])) }
}

function isName(name: string): boolean {
  return /^[\w.-]+$/.test(name)
}

function move(schema: JsonSchema, moved: ($ref: string) => string): JsonSchema {
  return mapSchemas(schema, ({ $schema: _dialect, $ref, ...rest }) => {
    if (typeof $ref !== 'string') return rest
    const reference = { $ref: moved($ref) }
    if (Object.keys(rest).length === 0) return reference
    // Many readers of OpenAPI ignore keywords beside a reference. `allOf` means the same, and they support it.
    const others: readonly unknown[] = Array.isArray(rest['allOf']) ? rest['allOf'] : []
    return { ...rest, allOf: [...others, reference] }
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

/** Applies `change` to every nested schema, then to the schema itself. Leaves data unchanged. */
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
