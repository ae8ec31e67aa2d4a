import type { ListOptions } from '../../data/client.ts'
import { hasDrafts, isAuth, isUpload, labelOf, namesIn, titleFieldOf } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'
import type { ModelPath } from '../../data/model/model-path.ts'
import { selectionOfPaths } from '../../data/model/path-selection.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import type { ListPaths } from './use-model.ts'

/** A column of a list. Combined columns have no `field`. */
export interface Column {
  readonly key: string
  readonly label: string
  readonly kind: 'title' | 'status' | 'languages' | 'signIn' | 'moment' | 'bytes' | 'field'
  readonly field?: FieldSchema
  /** Path of its values, if not the field itself. */
  readonly path?: ModelPath
  /** Sort key, if the column is sortable. */
  readonly sort?: string
  readonly align?: 'end'
  readonly width: number
}

interface ColumnNames {
  readonly status: string
  readonly languages: string
  readonly lastSignIn: string
  readonly changed: string
  readonly created: string
}

interface Offered {
  readonly isLocalized: boolean
  /** Whether the actor may see when users last signed in. */
  readonly hasSignIns: boolean
}

/** Types that show much in little space. */
const AT_FIRST = ['relationship', 'select', 'email', 'checkbox', 'number', 'date', 'text']

/** All columns that a list can have, the title first. */
export function columnsOf(entity: EntitySchema, names: ColumnNames, { isLocalized, hasSignIns }: Offered): Column[] {
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
    ...(hasSignIns
      ? [{ key: '_signIn', label: names.lastSignIn, kind: 'signIn', align: 'end', width: 130 } as const]
      : []),
    moment('createdAt', names.created),
    moment('updatedAt', names.changed),
  ]
}

/** The column of a key: a predefined one, or any displayable path. */
export function columnAt(key: string, all: readonly Column[], { at }: Pick<ListPaths, 'at'>): Column | undefined {
  const known = all.find((column) => column.key === key)
  if (known && known.kind !== 'field' && known.kind !== 'bytes') return known
  const path = at(key)
  if (!path || !canShow(path)) return undefined
  return { ...fieldColumn(path.field), key, path, ...(known && { label: known.label }), ...sortOf(path) }
}

/** Whether lists can show the values at a path. */
export function canShow({ isShown, isGroup, field }: ModelPath): boolean {
  return isShown && !isGroup && fieldTypeOf(field).Cell !== undefined
}

function sortOf({ isSortable, path }: ModelPath): { sort?: string } {
  return isSortable ? { sort: path } : {}
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
    ...(align && { align }),
    width,
  }
}

function isFileSize({ name, readOnly }: FieldSchema): boolean {
  return name === 'filesize' && readOnly
}

/** The default columns: those of the configuration, or a selection of common ones. */
export function defaultColumns(entity: EntitySchema, all: readonly Column[]): string[] {
  const given = entity.admin?.columns
  const keys = all.map(({ key }) => key)
  if (given)
    return [
      '_title',
      // A field takes precedence over a predefined column of the same name.
      ...given.map((name) => (keys.includes(name) ? name : (ALIASES[name] ?? name))).filter((key) => key !== '_title'),
    ]
  const file = isUpload(entity) ? ['mimeType', 'filesize'] : []
  const address = isAuth(entity) ? ['email'] : []
  const fields = all
    .filter(({ kind, field }) => kind === 'field' && field && !field.readOnly && !field.many && field.name !== 'slug')
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, all.length > 6 ? 1 : 2)
    .map(({ key }) => key)
  return keys.filter(
    (key) =>
      ['_title', '_status', '_languages', '_signIn', 'updatedAt'].includes(key) ||
      fields.includes(key) ||
      file.includes(key) ||
      address.includes(key),
  )
}

const ALIASES: Readonly<Record<string, string>> = {
  status: '_status',
  languages: '_languages',
  lastSignIn: '_signIn',
  title: '_title',
}

function rank({ field }: Column): number {
  const place = AT_FIRST.indexOf(field?.type ?? '')
  // Prefer required fields.
  return (place === -1 ? AT_FIRST.length : place) * 2 + (field?.required ? -1 : 0)
}

/** Fields for thumbnails and captions; a collection may lack some. */
const FILE_FACTS = ['url', 'mimeType', 'sizes', 'filename', 'width', 'height', 'filesize']

/** The `select` and `populate` for these columns, and nothing else. */
export function selectionOf(
  entity: EntitySchema,
  columns: readonly Column[],
  collections: Readonly<Record<string, EntitySchema>>,
): Required<Pick<ListOptions, 'select'>> & Pick<ListOptions, 'populate' | 'joins'> {
  const title = titleFieldOf(entity)
  const slug = slugOf(entity)
  const names = [
    ...entity.systemFields.map(({ name }) => name),
    ...(title ? [title.name] : []),
    ...(isUpload(entity) ? namesIn(entity, FILE_FACTS) : []),
    ...(entity.upload?.images ? ['srcset'] : []),
    ...(slug ? [slug.name] : []),
  ]
  const asked = selectionOfPaths(
    columns.flatMap(({ path }) => path ?? []),
    collections,
  )
  const own = Object.fromEntries(names.map((name) => [name, true as const]))
  const { id: _, ...select } = { ...asked.select, ...own }
  return { ...asked, select }
}

/** The slug field, shown beside the title. */
export function slugOf(entity: EntitySchema): FieldSchema | undefined {
  return entity.fields.find(({ type }) => type === 'slug')
}
