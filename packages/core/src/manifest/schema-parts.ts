import type { Entity, Manifest } from '../contracts/entity.ts'
import type { FieldNode } from '../contracts/field.ts'
import type { JsonSchema } from '../contracts/json.ts'
import type { Localization } from '../contracts/localization.ts'
import { textIn } from '../contracts/localized-text.ts'
import { embedSchema, needsOwnPlace } from './embedded-schema.ts'

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
