import { labelOf } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema, Schema } from '../../data/schema.ts'
import type { DocumentPlace } from '../../data/document-api.ts'
import { asRecord, recordsOf } from '../../data/members.ts'

/** The field that a region of a page shows: `posts:01…:sections.<id of the row>.text`. */
export interface MarkedField {
  readonly entity: EntitySchema
  readonly id: string
  readonly path: string
  /** Whether the field is in the edited document, in another one, or in a global. */
  readonly where: 'here' | 'document' | 'global'
  /** The label of the field. */
  readonly name: string
}

/** Undefined if the mark names no known field. `values` are those of the edited document. */
export function markedField(
  mark: string,
  place: DocumentPlace,
  schema: Schema,
  values: unknown,
): MarkedField | undefined {
  const [, slug = '', id = '', path = ''] = /^([\w-]+):([\w-]+):([\w.-]+)$/.exec(mark) ?? []
  const { entity, where } = markedEntity(slug, id, place, schema)
  const isHere = where === 'here'
  const labels = entity && labelsOf(entity.fields, path.split('.'), isHere ? values : undefined)
  if (!entity || !labels) return undefined
  const all = isHere ? labels : [labelOf(entity), ...labels]
  return { entity, id, path, where, name: all.join(' › ') }
}

interface MarkedEntity extends Pick<MarkedField, 'where'> {
  readonly entity: EntitySchema | undefined
}

function markedEntity(slug: string, id: string, place: DocumentPlace, { collections, globals }: Schema): MarkedEntity {
  if (slug === place.entity.slug && id === place.id) return { entity: place.entity, where: 'here' }
  if (Object.hasOwn(collections, slug)) return { entity: collections[slug], where: 'document' }
  return { entity: Object.hasOwn(globals, slug) ? globals[slug] : undefined, where: 'global' }
}

export function markOf({ entity, id }: DocumentPlace, path: string): string {
  return `${entity.slug}:${id ?? ''}:${path}`
}

/** Labels of a field and of the fields around it. Without the document's values, any block with that field matches. */
function labelsOf(
  fields: readonly FieldSchema[],
  [name = '', ...rest]: readonly string[],
  values: unknown,
): string[] | undefined {
  const field = fields.find((one) => one.name === name)
  if (!field) return undefined
  const value = asRecord(values)[name]
  const [row, inside] = field.structure === 'group' ? [value, rest] : [rowIn(value, rest[0]), rest.slice(1)]
  if (inside.length === 0) return [labelOf(field)]
  const labels = kindsOf(field, row)
    .map((kind) => labelsOf(kind, inside, row))
    .find((one) => one !== undefined)
  return labels && [labelOf(field), ...labels]
}

function rowIn(value: unknown, id: string | undefined): unknown {
  return recordsOf(value).find((row) => row['id'] === id)
}

function kindsOf({ blocks, fields }: FieldSchema, row: unknown): readonly (readonly FieldSchema[])[] {
  if (!blocks) return [fields ?? []]
  const kind = blocks[String(asRecord(row)['blockType'])]
  return (kind ? [kind] : Object.values(blocks)).map((block) => block.fields)
}
