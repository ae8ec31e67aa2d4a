import { titleFieldOf } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'

/** Short facts about a document stand beside it, unless the application puts them elsewhere. */
const BESIDE = ['relationship', 'select', 'checkbox', 'date', 'slug', 'number', 'virtual']

/** Files say these of themselves, and the panel of the file shows what people want to know of it. */
const OF_FILES = [
  'filename',
  'mimeType',
  'filesize',
  'hash',
  'objectKey',
  'url',
  'width',
  'height',
  'placeholder',
  'focalPoint',
  'crop',
  'sizes',
]

export interface FieldPlaces {
  /** Large, above the others; undefined where it cannot be written. */
  readonly title: FieldSchema | undefined
  readonly main: readonly FieldSchema[]
  readonly margin: readonly FieldSchema[]
}

/** Where each field of a document stands. A global has a name already, unless the application says that a field is its title. */
export function fieldPlacesOf(entity: EntitySchema, kind: 'collection' | 'global' = 'collection'): FieldPlaces {
  const named = kind === 'global' && entity.admin?.title === undefined ? undefined : titleFieldOf(entity)
  const title = named && !named.readOnly ? named : undefined
  const isFile = entity.operations.includes('readFile')
  const others = entity.fields.filter(
    (field) => field !== title && !(isFile && field.readOnly && OF_FILES.includes(field.name)),
  )
  const isBeside = ({ admin, type, readOnly }: FieldSchema) => admin?.sidebar ?? (BESIDE.includes(type) || readOnly)
  return { title, main: others.filter((field) => !isBeside(field)), margin: others.filter(isBeside) }
}
