import { typeOfValue } from '../../fields/known-types.ts'
import type { Capabilities } from '../../data/document.ts'
import { titleFieldOf } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'

/** Facts about files that the file panel shows. */
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
  /** Shown large, above the others; undefined if it can't be written. */
  readonly title: FieldSchema | undefined
  readonly main: readonly FieldSchema[]
  readonly margin: readonly FieldSchema[]
}

/** The rights of the actor for a document. */
interface Allowed {
  readonly access: Capabilities
  readonly mayWrite: boolean
  /** The stored document: fields that it contains can be read, even if the rule for live copies differs. */
  readonly stored: object | undefined
}

/**
 * Assigns each field to a place. Globals have no title, unless configured. Fields that the actor may neither read nor
 * write are left out, because they would look empty.
 */
export function fieldPlacesOf(entity: EntitySchema, kind: 'collection' | 'global', allowed: Allowed): FieldPlaces {
  const named = kind === 'global' && entity.admin?.title === undefined ? undefined : titleFieldOf(entity)
  // Multi-line fields are too large for the title.
  const title = named && !named.readOnly && named.type !== 'textarea' ? named : undefined
  const isFile = entity.operations.includes('readFile')
  const others = entity.fields.filter(
    (field) =>
      field !== title && isOpen(field, allowed) && !(isFile && field.readOnly && OF_FILES.includes(field.name)),
  )
  const isBeside = (field: FieldSchema) => {
    const { admin = {}, readOnly } = field
    return (
      admin.sidebar ??
      (admin.tab === undefined && admin.width === undefined && (readOnly || !!typeOfValue(field).isShort))
    )
  }
  return { title, main: others.filter((field) => !isBeside(field)), margin: others.filter(isBeside) }
}

function isOpen({ name, path }: FieldSchema, { access, mayWrite, stored = {} }: Allowed): boolean {
  const rights = access.fields[path]
  return rights?.read !== false || Object.hasOwn(stored, name) || (mayWrite && (rights.create || rights.update))
}
