import type { Capabilities } from '../../data/document.ts'
import { titleFieldOf } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'

/** Short facts about a document stand beside it, unless the application says where or how wide they are. */
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

/** The rights of the actor for a document. */
interface Allowed {
  readonly access: Capabilities
  readonly mayWrite: boolean
  /** The document as it is shown; what it holds can be read, whatever is said of the copy that readers see. */
  readonly stored: object | undefined
}

/**
 * Where each field of a document stands. A global has a name already, unless the application says that a field is its
 * title. Fields that the actor can neither read nor write have no place: they would look as if they were empty.
 */
export function fieldPlacesOf(entity: EntitySchema, kind: 'collection' | 'global', allowed: Allowed): FieldPlaces {
  const named = kind === 'global' && entity.admin?.title === undefined ? undefined : titleFieldOf(entity)
  // What has several lines is written where it has room for them.
  const title = named && !named.readOnly && named.type !== 'textarea' ? named : undefined
  const isFile = entity.operations.includes('readFile')
  const others = entity.fields.filter(
    (field) =>
      field !== title && isOpen(field, allowed) && !(isFile && field.readOnly && OF_FILES.includes(field.name)),
  )
  const isBeside = ({ admin = {}, type, readOnly }: FieldSchema) =>
    admin.sidebar ?? (admin.tab === undefined && admin.width === undefined && (BESIDE.includes(type) || readOnly))
  return { title, main: others.filter((field) => !isBeside(field)), margin: others.filter(isBeside) }
}

function isOpen({ name, path }: FieldSchema, { access, mayWrite, stored = {} }: Allowed): boolean {
  const rights = access.fields[path]
  return rights?.read !== false || Object.hasOwn(stored, name) || (mayWrite && (rights.create || rights.update))
}
