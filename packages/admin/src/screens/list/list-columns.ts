import type { ListOptions } from '../../data/client.ts'
import { hasDrafts, isUpload, labelOf, namesIn, titleFieldOf } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'
import { targetSelection } from '../../data/use-targets.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import { targetCollections } from '../../fields/relationship-value.ts'

/** A column of a list. `field` is missing for those that are made of more than one. */
export interface Column {
  readonly key: string
  readonly label: string
  readonly kind: 'title' | 'status' | 'languages' | 'moment' | 'bytes' | 'field'
  readonly field?: FieldSchema
  /** What to sort by, where the service can. */
  readonly sort?: string
  readonly align?: 'end'
  readonly width: number
}

interface ColumnNames {
  readonly status: string
  readonly languages: string
  readonly changed: string
  readonly created: string
}

/** Types that say much in little room. */
const AT_FIRST = ['relationship', 'select', 'email', 'checkbox', 'number', 'date', 'text']

/** All columns that a list can have, the title first. */
export function columnsOf(entity: EntitySchema, names: ColumnNames, isLocalized: boolean): Column[] {
  const title = titleFieldOf(entity)
  const moment = (key: string, label: string): Column => ({
    key,
    label,
    kind: 'moment',
    sort: key,
    align: 'end',
    width: 130,
  })
  return [
    {
      key: '_title',
      label: title ? labelOf(title) : 'ID',
      kind: 'title',
      ...(title?.sortable && { sort: title.name }),
      width: 440,
    },
    ...(hasDrafts(entity) ? [{ key: '_status', label: names.status, kind: 'status', width: 170 } as const] : []),
    ...entity.fields.filter((field) => isColumn(field) && field !== title).map(fieldColumn),
    ...(isLocalized && entity.localized
      ? [{ key: '_languages', label: names.languages, kind: 'languages', width: 130 } as const]
      : []),
    moment('createdAt', names.created),
    moment('updatedAt', names.changed),
  ]
}

function isColumn(field: FieldSchema): boolean {
  return fieldTypeOf(field).Cell !== undefined && field.admin?.hidden !== true && field.structure === 'value'
}

function fieldColumn(field: FieldSchema): Column {
  const { align, width = 160 } = fieldTypeOf(field)
  return {
    key: field.name,
    label: labelOf(field),
    kind: isFileSize(field) ? 'bytes' : 'field',
    field,
    ...(field.sortable && !POINTS.includes(field.type) && { sort: field.name }),
    ...(align && { align }),
    width,
  }
}

/** File sizes use units, not bytes. */
function isFileSize({ name, readOnly }: FieldSchema): boolean {
  return name === 'filesize' && readOnly
}

/** Sorting by the id of a target has no visible order. */
const POINTS = ['relationship', 'upload']

/** The default columns: those of the configuration, or a selection of common ones. */
export function defaultColumns(entity: EntitySchema, all: readonly Column[]): string[] {
  const given = entity.admin?.columns
  const keys = all.map(({ key }) => key)
  if (given)
    return [
      '_title',
      // A field goes before a column of ours that is called the same.
      ...given
        .map((name) => (keys.includes(name) ? name : (ALIASES[name] ?? name)))
        .filter((key) => keys.includes(key) && key !== '_title'),
    ]
  const file = isUpload(entity) ? ['mimeType', 'filesize'] : []
  const fields = all
    .filter(({ kind, field }) => kind === 'field' && field && !field.readOnly && !field.many && field.name !== 'slug')
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, all.length > 6 ? 1 : 2)
    .map(({ key }) => key)
  return keys.filter(
    (key) =>
      ['_title', '_status', '_languages', 'updatedAt'].includes(key) || fields.includes(key) || file.includes(key),
  )
}

const ALIASES: Readonly<Record<string, string>> = { status: '_status', languages: '_languages', title: '_title' }

function rank({ field }: Column): number {
  const place = AT_FIRST.indexOf(field?.type ?? '')
  // What must be there tells more than what may.
  return (place === -1 ? AT_FIRST.length : place) * 2 + (field?.required ? -1 : 0)
}

/** What pictures and their captions are made of. Files without sizes, and other files than images, lack some. */
const FILE_FACTS = ['url', 'mimeType', 'sizes', 'filename', 'width', 'height', 'filesize']

/** What a list asks for: the columns, with the titles of what they point to. Nothing else travels. */
export function selectionOf(
  entity: EntitySchema,
  columns: readonly Column[],
  collections: Readonly<Record<string, EntitySchema>>,
): Required<Pick<ListOptions, 'select'>> & Pick<ListOptions, 'populate'> {
  const title = titleFieldOf(entity)
  const names = [
    ...entity.systemFields.map(({ name }) => name),
    ...columns.flatMap(({ field }) => field?.name ?? []),
    ...(title ? [title.name] : []),
    ...(isUpload(entity) ? namesIn(entity, FILE_FACTS) : []),
    ...(entity.upload?.images ? ['srcset'] : []),
  ]
  const slug = slugOf(entity)
  const pointing = columns.flatMap(({ field }) => (field && POINTS.includes(field.type) ? [field] : []))
  const populate = Object.fromEntries(
    pointing.map((field) => {
      const targets = targetCollections(field)
      const only = targets.length === 1 ? collections[targets[0] ?? ''] : undefined
      return [field.name, only ? { select: targetSelection(only) } : (true as const)] as const
    }),
  )
  return {
    select: Object.fromEntries(
      [...names, ...(slug ? [slug.name] : [])].filter((name) => name !== 'id').map((name) => [name, true as const]),
    ),
    ...(pointing.length > 0 && { populate }),
  }
}

/** The address of a document, which stands small beside its title. */
export function slugOf(entity: EntitySchema): FieldSchema | undefined {
  return entity.fields.find(({ type }) => type === 'slug')
}
