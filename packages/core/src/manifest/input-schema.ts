import type { Entity } from '../contracts/entity.ts'
import type { FieldNode } from '../contracts/field.ts'
import type { JsonSchema } from '../contracts/json.ts'
import { type Localization, textIn } from '../contracts/localization.ts'
import { hasLocalized, takesRelativeChanges } from '../content/field-tree.ts'
import { holdsTextBlocks } from '../content/walk-content.ts'
import { rowBounds } from '../fields/row-bounds.ts'
import { publicDefault } from './public-default.ts'
import { byLocale, describe, orNull, referenceSchema, type SchemaParts, textSchema } from './schema-parts.ts'

export type InputForm = 'create' | 'update' | 'overrides'

export interface InputSchemaRequest {
  readonly entity: Entity
  /** The name of the whole schema; the names of its parts start with it. */
  readonly form: string
  readonly as: InputForm
  /** Set for `locale=all`. */
  readonly locales: Localization | null
  readonly parts: SchemaParts
  /** True for create: required fields must be present. False for update: missing members keep their values. */
  readonly isNew: boolean
}

/** The engine checks row ids by the same rule. */
const ROW_ID: JsonSchema = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' }

/**
 * The input schema of create or update: visible, stored fields and nothing else (unknown members are refused:
 * docs/contract/errors.md#wrong-shape). The service also checks what no schema can express: targets, uniqueness, and
 * application code.
 */
export function inputSchema(request: InputSchemaRequest): JsonSchema {
  const { entity, isNew, locales } = request
  const all = locales ? ' With `locale=all`: localized fields are objects of locale to value.' : ''
  return {
    title: textIn(entity.label),
    description:
      (isNew ? 'A new document.' : 'The fields to change. Fields that you leave out stay as they are.') + all,
    ...objectSchema(entity.copies?.mayBeIncomplete ? entity.fields.map(asInDrafts) : entity.fields, request, isNew),
  }
}

/**
 * Required values and minimum lengths are only checked when a draft is published
 * (docs/contract/drafts-and-versions.md#incomplete-drafts).
 */
function asInDrafts(node: FieldNode): FieldNode {
  const { minLength: _length, minRows: _rows, ...options } = node.options as Record<string, unknown>
  const blocks = Object.entries(node.blocks).map(([name, fields]) => [name, fields.map(asInDrafts)] as const)
  return {
    ...node,
    required: false,
    options,
    fields: node.fields.map(asInDrafts),
    blocks: Object.fromEntries(blocks),
  }
}

function objectSchema(fields: readonly FieldNode[], request: InputSchemaRequest, complete: boolean): JsonSchema {
  const writable = fields.filter((node) => !node.hidden && !node.readOnly)
  const needed = complete ? writable.filter((node) => isNeeded(node, request.locales !== null)) : []
  return {
    type: 'object',
    ...(needed.length > 0 && { required: needed.map((node) => node.name) }),
    properties: Object.fromEntries(writable.map((node) => [node.name, fieldSchema(node, request)])),
    additionalProperties: false,
  }
}

/**
 * A field may be left out if it is optional, has a default or is derived from another field. A group is needed if any
 * field inside it is.
 */
function isNeeded(node: FieldNode, allLocales: boolean): boolean {
  const { default: given } = node.options
  if (node.hidden || node.readOnly || given !== undefined) return false
  if (node.type.derivesFrom(node.options) !== null) return false
  if (node.required) return true
  if (node.structure !== 'group' || (node.localized && allLocales)) return false
  return node.fields.some((inner) => isNeeded(inner, allLocales))
}

function fieldSchema(node: FieldNode, request: InputSchemaRequest): JsonSchema {
  const { locales, isNew } = request
  const nullable = (schema: JsonSchema) => (isNullable(node) ? orNull(schema) : schema)
  const bare = withRelative(node, valueSchema(node, request), request)
  // Null removes a translation, also of a required field. The schema cannot know which locale a call writes.
  const value = node.localized && !isNew ? orNull(bare) : nullable(bare)
  if (node.localized && locales) {
    const { defaultLocale } = locales
    const required = isNew && isNeeded(node, true) ? { required: [defaultLocale] } : {}
    const valueIn = (locale: string) => (locale === defaultLocale ? nullable(bare) : orNull(bare))
    return describe(node, nullable({ ...byLocale(locales, valueIn), ...required, additionalProperties: false }))
  }
  // A default has a value for one locale only.
  const preset = isNew && !locales ? publicDefault(node) : undefined
  return describe(node, preset === undefined ? value : { ...value, description: defaultSentence(value, preset) })
}

/**
 * Relative changes: increments of a number, additions to or removals from a list
 * (docs/contract/documents.md#relative-changes).
 */
function withRelative(node: FieldNode, value: JsonSchema, request: InputSchemaRequest): JsonSchema {
  if (request.as !== 'update' || !takesRelativeChanges(node)) return value
  const change = (name: string, schema: JsonSchema): JsonSchema => ({
    type: 'object',
    required: [name],
    properties: { [name]: schema },
    additionalProperties: false,
  })
  if (!node.many) return { anyOf: [value, change('increment', { type: 'number' })] }
  const values = { type: 'array', items: singleSchema(node, request.parts) }
  return { anyOf: [value, change('append', values), change('remove', values)] }
}

/**
 * States the default in words: many code generators take the keyword `default` to mean that the field is always
 * present, and would require it in create. Programs find the value in `GET /api/schema`.
 */
function defaultSentence({ description }: JsonSchema, preset: unknown): string {
  const sentence = `By default: \`${JSON.stringify(preset)}\`.`
  return typeof description === 'string' ? `${description} ${sentence}` : sentence
}

/** Null clears a value. Clearing a group clears everything in it, so no field inside may be required. */
function isNullable(node: FieldNode): boolean {
  return !node.required && (node.structure !== 'group' || node.fields.every(isNullable))
}

function valueSchema(node: FieldNode, request: InputSchemaRequest): JsonSchema {
  switch (node.structure) {
    case 'computed':
      return {}
    case 'value': {
      if (holdsTextBlocks(node)) return textSchema(node, request, () => blocksSchema(node, request, blockSchema))
      const value = singleSchema(node, request.parts)
      return node.many ? { type: 'array', items: value, ...listBounds(node) } : value
    }
    case 'group':
      return objectSchema(node.fields, request, request.isNew)
    case 'rows':
      return { type: 'array', items: rowSchema(node.fields, request), ...listBounds(node) }
    case 'blocks':
      return { type: 'array', items: blocksSchema(node, request), ...listBounds(node) }
  }
}

function singleSchema(node: FieldNode, parts: SchemaParts): JsonSchema {
  if (node.targets.length > 0) return referenceSchema(node)
  const { format, ...value } = parts.value(node)
  // A date without a time means midnight UTC.
  if (node.storedAs === 'instant') return { ...value, anyOf: [{ format: 'date-time' }, { format: 'date' }] }
  // In a required text, '' counts as missing (docs/contract/documents.md#values).
  const least = node.required && value['type'] === 'string' ? { minLength: atLeastOne(value['minLength']) } : {}
  return { ...value, ...least, ...(format !== undefined && { format }) }
}

/** The minimum only applies if the list is not empty, or is required. */
function listBounds({ options, required }: FieldNode): JsonSchema {
  const { min, max } = rowBounds(options)
  if (required) return { minItems: atLeastOne(min), maxItems: max }
  return { maxItems: max, ...(min > 1 && { anyOf: [{ maxItems: 0 }, { minItems: min }] }) }
}

function atLeastOne(least: unknown): number {
  return typeof least === 'number' ? Math.max(1, least) : 1
}

/**
 * A new row must be complete; in an update, a row with an `id` keeps missing members (docs/contract/documents.md#rows).
 */
function rowSchema(fields: readonly FieldNode[], request: InputSchemaRequest, block?: string): JsonSchema {
  const { required = [], properties, ...rest } = objectSchema(fields, request, true)
  const needed = required as readonly string[]
  const mark = block === undefined ? {} : { blockType: { type: 'string', const: block } }
  const always = [...Object.keys(mark), ...(request.isNew ? needed : [])]
  return {
    ...rest,
    ...(always.length > 0 && { required: always }),
    properties: { id: ROW_ID, ...mark, ...(properties as object) },
    ...(!request.isNew && needed.length > 0 && { anyOf: [requires(['id']), requires(needed)] }),
  }
}

/**
 * Repeats the names as members without constraints, because many readers don't look for them in the surrounding schema.
 */
function requires(names: readonly string[]): JsonSchema {
  return { required: names, properties: Object.fromEntries(names.map((name) => [name, {}])) }
}

/** The attributes of a block in a text; its fields are in `data`. */
function blockSchema(fields: readonly FieldNode[], request: InputSchemaRequest, block: string): JsonSchema {
  const { required: needed = [], ...data } = objectSchema(fields, request, true)
  const complete = { ...data, ...((needed as readonly string[]).length > 0 && { required: needed }) }
  const known = { id: ROW_ID, blockType: { type: 'string', const: block } }
  const needsData = (needed as readonly string[]).length > 0
  if (request.isNew || !needsData)
    return {
      type: 'object',
      required: ['blockType', ...(needsData ? ['data'] : [])],
      properties: { ...known, data: complete },
      additionalProperties: false,
    }
  return {
    type: 'object',
    required: ['blockType'],
    properties: { ...known, data },
    anyOf: [requires(['id']), { required: ['data'], properties: { data: requires(needed as readonly string[]) } }],
    additionalProperties: false,
  }
}

function blocksSchema(
  node: FieldNode,
  request: InputSchemaRequest,
  schemaOf: (fields: readonly FieldNode[], request: InputSchemaRequest, block: string) => JsonSchema = rowSchema,
): JsonSchema {
  return request.parts.union(
    Object.entries(node.blocks).map(([block, fields]) => {
      // Blocks without localized fields are the same in all locales, so both forms share one part.
      const form = hasLocalized(fields) ? request.form : request.as
      return [block, `${form}.${node.path}.${block}`, () => schemaOf(fields, request, block)] as const
    }),
  )
}
