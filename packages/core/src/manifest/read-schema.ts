import type { Entity } from '../contracts/entity.ts'
import type { FieldNode } from '../contracts/field.ts'
import type { JsonSchema } from '../contracts/json.ts'
import { type Localization, textIn } from '../contracts/localization.ts'
import { hasLocalized } from '../content/field-tree.ts'
import { holdsTextBlocks } from '../content/walk-content.ts'
import {
  byLocale,
  describe,
  joinSchema,
  orNull,
  type PopulatedReferences,
  referenceSchema,
  type SchemaParts,
  textSchema,
} from './schema-parts.ts'

/** Whole documents, documents with `select` or `populate`, or contents of snapshots. */
export type ReadForm = 'document' | 'view' | 'content'

export interface ReadSchemaRequest {
  readonly entity: Entity
  readonly as: ReadForm
  /** Whether values that storage requires may be missing. */
  readonly isUnfinished: boolean
  /** The name of the whole schema; the names of its parts start with it. */
  readonly form: string
  /** Set for `locale=all`. */
  readonly locales: Localization | null
  readonly parts: SchemaParts
}

interface ReadSchemaContext extends ReadSchemaRequest {
  /**
   * Whether required values may be missing: in unfinished documents, and in globals and locales that were never
   * written.
   */
  readonly mayBeEmpty: boolean
}

const SENTENCES: Readonly<Record<ReadForm, string>> = {
  document:
    'Fields that you may not read are absent. All other fields without a value are null. Values that a field no longer allows, such as a removed option, are returned as they are stored.',
  view: 'In the form that `select`, `populate` or `depth` request: some of the fields, and documents instead of ids.',
  content: 'The fields of the document as they were at that time.',
}

/**
 * The schema of a document in responses (docs/contract/documents.md#values): missing optional values are null, lists
 * [], groups objects. A member is only required if no `select` and no access rule can remove it. Excludes hidden
 * fields.
 */
export function readSchema(request: ReadSchemaRequest): JsonSchema {
  const { entity, locales, as } = request
  const systemFields = as === 'content' ? [] : entity.systemFields
  const system = systemFields.map(({ name, schema }) => [name, { ...schema, readOnly: true }] as const)
  const place = { ...request, mayBeEmpty: mayBeIncomplete(request) }
  const { required = [], properties } = membersSchema(entity.fields, place)
  const always = as === 'document' ? system.map(([name]) => name) : system.length > 0 ? ['id'] : []
  return {
    title: textIn(entity.label),
    description: [
      entity.description && textIn(entity.description),
      SENTENCES[as],
      request.isUnfinished && 'It may be incomplete: required fields may be null, too.',
      locales && 'With `locale=all`, localized fields are objects of locale to value.',
    ]
      .filter((sentence) => typeof sentence === 'string')
      .join(' '),
    type: 'object',
    ...requiring([...always, ...required]),
    properties: { ...Object.fromEntries(system), ...properties },
  }
}

interface SchemaMembers {
  readonly required?: readonly string[]
  readonly properties: Record<string, JsonSchema>
}

/** A whole document has all fields except those with a read rule. */
function membersSchema(fields: readonly FieldNode[], place: ReadSchemaContext): SchemaMembers {
  const visible = fields.filter((node) => !node.hidden)
  const always = place.as === 'document' ? visible.filter((node) => !node.options.access?.read && !node.onRequest) : []
  return {
    ...requiring(always.map((node) => node.name)),
    properties: Object.fromEntries(visible.map((node) => [node.name, fieldSchema(node, place)])),
  }
}

function requiring(names: readonly string[]): Pick<SchemaMembers, 'required'> {
  return names.length > 0 ? { required: names } : {}
}

function fieldSchema(node: FieldNode, place: ReadSchemaContext): JsonSchema {
  if (!node.localized) return describe(node, valueSchema(node, place))
  const { locales } = place
  const value = valueSchema(node, { ...place, mayBeEmpty: true })
  return describe(node, locales ? byLocale(locales, () => orNull(value)) : value)
}

function valueSchema(node: FieldNode, place: ReadSchemaContext): JsonSchema {
  switch (node.structure) {
    case 'computed':
      return { ...computedSchema(node, place), readOnly: true }
    case 'value': {
      const isReference = node.targets.length > 0
      if (holdsTextBlocks(node)) {
        const within = rowPlace(place)
        const text = textSchema(node, place, () => blocksSchema(node, within, blockSchema))
        return node.required && !place.mayBeEmpty ? text : orNull(text)
      }
      const value = isReference ? referenceSchema(node, populatedIn(place)) : withoutLimits(place.parts.value(node))
      if (node.many) return { type: 'array', items: value }
      return node.required && !place.mayBeEmpty ? value : orNull(value)
    }
    case 'group':
      return { type: 'object', ...membersSchema(node.fields, place) }
    case 'rows':
      return { type: 'array', items: rowSchema(node.fields, rowPlace(place)) }
    case 'blocks':
      return { type: 'array', items: blocksSchema(node, rowPlace(place)) }
  }
}

function computedSchema(node: FieldNode, place: ReadSchemaContext): JsonSchema {
  return node.join ? joinSchema(node, node.join, populatedIn(place)) : place.parts.value(node)
}

/** Documents only replace ids if a request asks for that. */
function populatedIn({ parts, locales, as }: ReadSchemaContext): PopulatedReferences {
  return (slug) => (as === 'view' ? parts.populated(slug, locales !== null) : [])
}

/** Drops limits, which only apply to writes: older documents and drafts may exceed them. */
function withoutLimits(schema: JsonSchema): JsonSchema {
  const { minLength: _1, maxLength: _2, pattern: _3, minimum: _4, maximum: _5, ...shape } = schema
  return shape
}

/** Rows are validated as a whole when they are written, even if values around them are missing; drafts are not. */
function rowPlace(place: ReadSchemaContext): ReadSchemaContext {
  return { ...place, mayBeEmpty: mayBeIncomplete(place) }
}

function mayBeIncomplete({ entity, as, isUnfinished }: ReadSchemaRequest): boolean {
  return as === 'content' || isUnfinished || !isAlwaysComplete(entity)
}

/** Whether every stored document has all required values, except in locales that were never written. */
export function isAlwaysComplete({ kind, copies }: Pick<Entity, 'kind' | 'copies'>): boolean {
  return kind === 'collection' && !copies?.mayBeIncomplete
}

function rowSchema(fields: readonly FieldNode[], place: ReadSchemaContext, block?: string): JsonSchema {
  const mark = block === undefined ? {} : { blockType: { type: 'string', const: block } }
  const { required = [], properties } = membersSchema(fields, place)
  return {
    type: 'object',
    required: ['id', ...Object.keys(mark), ...required],
    properties: { id: { type: 'string', readOnly: true }, ...mark, ...properties },
  }
}

function blockSchema(fields: readonly FieldNode[], place: ReadSchemaContext, block: string): JsonSchema {
  return {
    type: 'object',
    required: ['id', 'blockType', 'data'],
    properties: {
      id: { type: 'string', readOnly: true },
      blockType: { type: 'string', const: block },
      data: { type: 'object', ...membersSchema(fields, place) },
    },
  }
}

function blocksSchema(
  node: FieldNode,
  place: ReadSchemaContext,
  schemaOf: (fields: readonly FieldNode[], place: ReadSchemaContext, block: string) => JsonSchema = rowSchema,
): JsonSchema {
  return place.parts.union(
    Object.entries(node.blocks).map(([block, fields]) => {
      // Blocks without localized fields are the same in all locales, so both forms share one part.
      const form = hasLocalized(fields) ? place.form : place.form.replace('AllLocales', '')
      return [block, `${form}.${node.path}.${block}`, () => schemaOf(fields, place, block)] as const
    }),
  )
}
