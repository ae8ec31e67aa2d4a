import type { Entity, Manifest } from '../contracts/entity.ts'
import type { JsonSchema } from '../contracts/json.ts'
import { type InputForm, inputSchema } from './input-schema.ts'
import { flatten, takesRelativeChanges } from '../content/field-tree.ts'
import { isAlwaysComplete, type ReadForm, readSchema } from './read-schema.ts'
import { type EntityName, SchemaParts } from './schema-parts.ts'

/**
 * In which form a document is sent: whole, as a call gets it that asks for nothing else; as a view, in which `select` leaves fields
 * out and `populate` puts documents in the place of ids; as the content of a snapshot; or as input of create, update or duplicate. What is shown before it is finished has the first two
 * of them for itself, where it may lack what stored documents have. If the entity has localized fields, each form also exists for `locale=all`. These fields are then objects that map locales to values
 * (docs/contract/localization.md#all-locales).
 */
export type DocumentForm = PlainForm | `${PlainForm}AllLocales`

type PlainForm = ReadForm | UnfinishedForm | InputForm

type UnfinishedForm = `${'document' | 'view'}Unfinished`

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
    const plain = form.replace('AllLocales', '') as PlainForm
    if (plain === 'create' || plain === 'update' || plain === 'overrides')
      parts.set(form, inputSchema({ entity, form, as: plain, locales, parts, isNew: plain === 'create' }))
    else {
      const as = plain.replace('Unfinished', '') as ReadForm
      parts.set(form, readSchema({ entity, form, as, isUnfinished: as !== plain, locales, parts }))
    }
  }
  return parts.all
}

/** A global can't be created, only what has versions has snapshots, and without localized fields, `locale=all` changes nothing. */
export function formsOf(entity: Entity): readonly DocumentForm[] {
  const { kind, localized, operations, fields } = entity
  const forms: readonly PlainForm[] = [
    'document',
    'view',
    ...(hasUnfinished(entity) ? (['documentUnfinished', 'viewUnfinished'] as const) : []),
    ...(operations['versions'] ? (['content'] as const) : []),
    ...(kind === 'collection' ? (['create'] as const) : []),
    'update',
    // What a duplicate is given is an update without relative changes.
    ...(operations['duplicate'] && flatten(fields).some(takesRelativeChanges) ? (['overrides'] as const) : []),
  ]
  return localized ? forms.flatMap((form) => [form, `${form}AllLocales`] as const) : forms
}

/** Where drafts are stored, or nothing is required, what is not finished looks like everything else. */
function hasUnfinished(entity: Entity): boolean {
  const answersWithIt = Object.values(entity.operations).some(
    ({ answer }) => answer.kind === 'doc' && answer.unfinished === true,
  )
  return answersWithIt && isAlwaysComplete(entity) && flatten(entity.fields).some(({ required }) => required)
}
