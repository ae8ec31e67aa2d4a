import { labelOf } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema, Schema } from '../../data/schema.ts'
import type { Place } from '../../data/document-api.ts'
import { asRecord, recordsOf } from '../../fields/members.ts'

/** What a region of a page shows: `posts:01…:sections.<id of the row>.text`. */
export interface MarkedField {
  readonly entity: EntitySchema
  readonly id: string
  readonly path: string
  /** It is in the document that is edited, and not in another one. */
  readonly isOwn: boolean
  /** As editors know it. */
  readonly name: string
}

/** Undefined for what is no field, or in no document that could be opened here. `values` are those of the document that is edited. */
export function markedField(
  mark: string,
  place: Place,
  { collections }: Schema,
  values: unknown,
): MarkedField | undefined {
  const [, slug = '', id = '', path = ''] = /^([\w-]+):([\w-]+):([\w.-]+)$/.exec(mark) ?? []
  const isOwn = slug === place.entity.slug && id === place.id
  const entity = isOwn ? place.entity : Object.hasOwn(collections, slug) ? collections[slug] : undefined
  const labels = entity && labelsOf(entity.fields, path.split('.'), isOwn ? values : undefined)
  if (!entity || !labels) return undefined
  const all = isOwn ? labels : [labelOf(entity), ...labels]
  return { entity, id, path, isOwn, name: all.join(' › ') }
}

export function markOf({ entity, id }: Place, path: string): string {
  return `${entity.slug}:${id ?? ''}:${path}`
}

/** The labels of a field and of those around it. In a document that is not known, any kind of block that has the field will do. */
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
