import type { Entity, Manifest } from '../contracts/entity.ts'
import type { JsonSchema } from '../contracts/json.ts'
import { inputSchema } from './input-schema.ts'
import { readSchema } from './read-schema.ts'
import { type EntityName, SchemaParts } from './schema-parts.ts'

/**
 * In which form a document is sent: as it is read, as input of create, or as input of update. If the entity has
 * localized fields, each form also exists for `locale=all`. These fields are then objects that map locales to values
 * (contract 5).
 */
export type DocumentForm = 'document' | 'create' | 'update' | `${'document' | 'create' | 'update'}AllLocales`

/**
 * The schemas of one entity by name: a form, or `form.path` for a part of one (the block `document.sections.quote`).
 */
export type DocumentSchemas = Readonly<Record<string, JsonSchema>>

/**
 * The JSON Schemas (2020-12) of an entity's documents in all forms. Blocks are parts with names of their own, and so
 * are the application's own schemas that refer to themselves. `refer` makes a reference to a named schema of an entity:
 * of this one, or of a collection whose documents may replace ids.
 *
 * @example
 * documentSchemas(manifest.collections.posts, manifest, ({ slug }, name) => `#/$defs/${slug}.${name}`).create
 */
export function documentSchemas(
  entity: Entity,
  { collections, localization }: Pick<Manifest, 'collections' | 'localization'>,
  refer: (entity: EntityName, name: string) => string,
): DocumentSchemas {
  const parts = new SchemaParts(entity, collections, refer)
  for (const form of formsOf(entity)) {
    const locales = form.endsWith('AllLocales') ? localization : null
    if (form.startsWith('document')) parts.set(form, readSchema({ entity, form, locales, parts }))
    else parts.set(form, inputSchema({ entity, form, locales, parts, isNew: form.startsWith('create') }))
  }
  return parts.all
}

/** A global can't be created, and without localized fields, `locale=all` changes nothing. */
export function formsOf({ kind, localized }: Pick<Entity, 'kind' | 'localized'>): readonly DocumentForm[] {
  const forms = kind === 'collection' ? (['document', 'create', 'update'] as const) : (['document', 'update'] as const)
  return localized ? forms.flatMap((form) => [form, `${form}AllLocales`] as const) : forms
}
