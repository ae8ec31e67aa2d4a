import type { Entity, Manifest } from '../contracts/entity.ts'
import type { FieldNode, JoinOptions } from '../contracts/field.ts'
import type { JsonSchema } from '../contracts/json.ts'
import { type Localization, textIn } from '../contracts/localization.ts'
import { isObject } from '../content/json-object.ts'
import { described } from '../contracts/answer-schemas.ts'
import { RICH_TEXT_CONTAINERS, RICH_TEXT_LEAVES } from '../fields/rich-text-schema.ts'

export type EntityName = Pick<Entity, 'kind' | 'slug'>

/** Collects the schemas of one entity by name, and makes the references between them. */
export class SchemaParts {
  readonly all: Record<string, JsonSchema> = {}
  readonly #entity: Pick<Entity, 'kind' | 'slug' | 'localized'>
  readonly #collections: Manifest['collections']
  readonly #makeReference: (entity: EntityName, name: string) => string

  constructor(
    entity: Pick<Entity, 'kind' | 'slug' | 'localized'>,
    collections: Manifest['collections'],
    refer: (entity: EntityName, name: string) => string,
  ) {
    this.#entity = entity
    this.#collections = collections
    this.#makeReference = refer
  }

  set(name: string, schema: JsonSchema): void {
    this.all[name] = schema
  }

  /** Rows of several kinds, discriminated by `blockType`. Each kind is a part, so the discriminator can name it. */
  union(blocks: readonly (readonly [block: string, name: string, schema: () => JsonSchema])[]): JsonSchema {
    for (const [, name, schema] of blocks) this.all[name] ??= schema()
    return {
      type: 'object',
      required: ['blockType'],
      // For readers of OpenAPI. Others ignore it; the `const` of each kind says the same.
      discriminator: {
        propertyName: 'blockType',
        mapping: Object.fromEntries(blocks.map(([block, name]) => [block, this.refer(name)])),
      },
      oneOf: blocks.map(([, name]) => ({ $ref: this.refer(name) })),
    }
  }

  value(node: FieldNode): JsonSchema {
    const schema = node.type.schema(node.options)
    if (!needsOwnPlace(schema)) return schema
    const nameOf = (definition = '') => `document.${node.path}${definition === '' ? '' : `.${definition}`}`
    const parts = embedSchema(schema, (definition) => this.refer(nameOf(definition)))
    for (const [definition, part] of Object.entries(parts)) this.all[nameOf(definition)] ??= part
    return { $ref: this.refer(nameOf()) }
  }

  /**
   * The forms in which a document may replace its id. If the content around it has all locales, the document has them
   * too. An entity without localized fields has only one form for both, so there the document may have either.
   */
  populated(slug: string, allLocales: boolean): JsonSchema[] {
    const isLocalized = this.#collections[slug]?.localized ?? false
    const endings = !isLocalized
      ? ['']
      : !this.#entity.localized
        ? ['', 'AllLocales']
        : [allLocales ? 'AllLocales' : '']
    const forms = ['document', 'view'].flatMap((form) => endings.map((ending) => form + ending))
    return forms.map((form) => ({ $ref: this.#makeReference({ kind: 'collection', slug }, form) }))
  }

  refer(name: string): string {
    return this.#makeReference(this.#entity, name)
  }
}

/** A schema that also allows null, which reads return for missing values, and writes use to clear a value. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, const: constant, anyOf, ...rest } = schema
  if (Object.keys(schema).length === 0 || allowsNull(schema)) return schema
  if (Array.isArray(anyOf) && type === undefined) return { ...rest, anyOf: [...(anyOf as unknown[]), { type: 'null' }] }
  if (typeof type !== 'string' || constant !== undefined) return { anyOf: [schema, { type: 'null' }] }
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }) }
}

function allowsNull({ type, anyOf }: JsonSchema): boolean {
  if (Array.isArray(type)) return type.includes('null')
  return Array.isArray(anyOf) && anyOf.some((one: JsonSchema) => one['type'] === 'null')
}

/** The form of a localized field with `locale=all`. Locales may lack a value. */
export function byLocale({ locales }: Localization, valueIn: (locale: string) => JsonSchema): JsonSchema {
  return { type: 'object', properties: Object.fromEntries(locales.map((locale) => [locale, valueIn(locale)])) }
}

export function describe(node: FieldNode, schema: JsonSchema): JsonSchema {
  const { label, description } = node.options
  const own = description === undefined ? undefined : textIn(description)
  const sentences = [own, schema['description'], targetSentence(node), node.localized && 'Localized.']
  const text = sentences.filter((sentence) => typeof sentence === 'string').join(' ')
  return { ...schema, ...(label !== undefined && { title: textIn(label) }), ...(text !== '' && { description: text }) }
}

function targetSentence({ targets, many }: FieldNode): string | undefined {
  if (targets.length === 0) return undefined
  const names = targets.map((slug) => `\`${slug}\``).join(' or ')
  return many ? `Documents of ${names}, by id.` : `A document of ${names}, by id.`
}

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
function needsOwnPlace(schema: JsonSchema): boolean {
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
function embedSchema(schema: JsonSchema, place: (definition?: string) => string): Record<string, JsonSchema> {
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

const ID: JsonSchema = { type: 'string', format: 'uuid' }

/** The forms of a collection's document that may replace its id (docs/contract/documents.md#references). */
export type PopulatedReferences = (slug: string) => readonly JsonSchema[]

/** One value of a relationship: an id, or `{ relationTo, value }` if it can point to several collections. */
export function referenceSchema({ type, options, targets }: FieldNode, populated?: PopulatedReferences): JsonSchema {
  const value = idOr(populated ? targets.flatMap(populated) : [])
  const schema = type.schema(options)
  return schema['type'] === 'string' ? value : withMembers(schema, { value })
}

/** The value of a join: ids, or documents (docs/contract/documents.md#joins). */
export function joinSchema(
  { type, options }: FieldNode,
  { collection }: JoinOptions,
  populated: PopulatedReferences,
): JsonSchema {
  const docs = { type: 'array', items: idOr(populated(collection)) }
  return withMembers(type.schema(options), { docs })
}

function idOr(documents: readonly JsonSchema[]): JsonSchema {
  return documents.length === 0 ? ID : { anyOf: [ID, ...documents] }
}

function withMembers(schema: JsonSchema, members: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { ...schema, properties: { ...(schema['properties'] as object), ...members } }
}

/**
 * The schema of a text with blocks. Nodes that can contain blocks are described for each form of the document, because
 * the schema of a block depends on it; other nodes are the same everywhere. `blocks` describes the attributes of the
 * blocks.
 */
export function textSchema(
  node: FieldNode,
  { parts, form }: { readonly parts: SchemaParts; readonly form: string },
  blocks: () => JsonSchema,
): JsonSchema {
  const name = `${form}.${node.path}-node`
  const container = `${form}.${node.path}-container`
  const list = { type: 'array', items: { $ref: parts.refer(name) } }
  if (!parts.all[name]) {
    // Reserve the name first: a block inside may contain a text of the same name.
    parts.all[name] = {}
    parts.all[name] = {
      description: 'A node of a ProseMirror document.',
      oneOf: [
        described('richTextLeaf', {
          type: 'object',
          required: ['type'],
          properties: { type: { type: 'string', enum: RICH_TEXT_LEAVES } },
        }),
        { $ref: parts.refer(container) },
        {
          type: 'object',
          required: ['type', 'attrs'],
          properties: { type: { type: 'string', const: 'block' }, attrs: blocks() },
          additionalProperties: false,
        },
      ],
    }
    parts.all[container] = {
      type: 'object',
      description: 'A node that may contain other nodes.',
      required: ['type'],
      properties: {
        type: { type: 'string', enum: RICH_TEXT_CONTAINERS },
        attrs: { type: 'object' },
        content: list,
      },
      additionalProperties: false,
    }
  }
  const { properties, ...text } = node.type.schema(node.options)
  return { ...text, properties: { ...(properties as object), content: list } }
}
