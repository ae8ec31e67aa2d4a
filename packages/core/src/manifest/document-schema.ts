import type { Entity, Manifest } from '../contracts/entity.ts'
import type { JsonSchema } from '../contracts/json.ts'
import { type InputForm, inputSchema } from './input-schema.ts'
import { flatten, takesRelativeChanges } from '../content/field-tree.ts'
import { isAlwaysComplete, type ReadForm, readSchema } from './read-schema.ts'
import { type EntityName, SchemaParts } from './schema-parts.ts'

/**
 * The forms of a document in requests and responses: `document` is whole, as in responses without further parameters;
 * `view` has fewer fields (`select`) or documents in place of ids (`populate`); others are the content of a snapshot,
 * and the input of create, update or duplicate. If unfinished documents may lack required values, `document` and `view`
 * exist for them as well. If the entity has localized fields, each form also exists for `locale=all`: there, these
 * fields are objects that map locales to values (docs/contract/localization.md#all-locales).
 */
export type DocumentForm = PlainForm | `${PlainForm}AllLocales`

type PlainForm = ReadForm | UnfinishedForm | InputForm

type UnfinishedForm = `${'document' | 'view'}Unfinished`

/**
 * The schemas of one entity by name: a form, or `form.path` for a part of one (the block `document.sections.quote`).
 */
export type DocumentSchemas = Readonly<Record<string, JsonSchema>>

/**
 * The JSON Schemas (2020-12) of an entity's documents in all forms. Blocks are named parts, and so are the
 * application's own schemas with references to themselves. `refer` makes a reference to a named schema of an entity: of
 * this one, or of a collection whose documents may replace ids.
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

/** Globals have no `create`, only entities with versions have snapshots, and `locale=all` needs localized fields. */
export function formsOf(entity: Entity): readonly DocumentForm[] {
  const { kind, localized, operations, fields } = entity
  const forms: readonly PlainForm[] = [
    'document',
    'view',
    ...(hasUnfinished(entity) ? (['documentUnfinished', 'viewUnfinished'] as const) : []),
    ...(operations['versions'] ? (['content'] as const) : []),
    ...(kind === 'collection' ? (['create'] as const) : []),
    'update',
    // The overrides of a duplicate are an update without relative changes.
    ...(operations['duplicate'] && flatten(fields).some(takesRelativeChanges) ? (['overrides'] as const) : []),
  ]
  return localized ? forms.flatMap((form) => [form, `${form}AllLocales`] as const) : forms
}

/** Unfinished documents need no form of their own if stored drafts may be incomplete, or if no field is required. */
function hasUnfinished(entity: Entity): boolean {
  const answersWithIt = Object.values(entity.operations).some(
    ({ answer }) => answer.kind === 'doc' && answer.unfinished === true,
  )
  return answersWithIt && isAlwaysComplete(entity) && flatten(entity.fields).some(({ required }) => required)
}
