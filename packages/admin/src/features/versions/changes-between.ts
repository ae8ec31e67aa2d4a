import { sameJson } from '../../data/same-json.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'
import { inLanguage, type Values } from '../../data/translation-units.ts'

/** A difference between two revisions in one field. */
export interface RevisionChange {
  readonly field: FieldSchema
  /** Locale of the value, unless it is the same in all. */
  readonly locale: string | undefined
  readonly before: unknown
  readonly after: unknown
}

/** All locales of the content, and the one on screen, whose changes need no locale name. */
export interface ContentLanguages {
  readonly all: readonly string[]
  readonly shown: string
}

/**
 * Fields that differ between two revisions, in the order of the schema and of the languages. Localized content is
 * compared in all languages, because translations create revisions too. Missing equals empty.
 */
export function changesBetween(
  entity: Pick<EntitySchema, 'fields'>,
  before: Values,
  after: Values,
  languages: ContentLanguages | undefined,
): RevisionChange[] {
  const fields = entity.fields.filter((field) => field.structure !== 'computed' && !isSignature(field))
  if (!languages) return differing(fields, before, after, undefined)
  const all = [languages.shown, ...languages.all.filter((locale) => locale !== languages.shown)]
  const inAll = all.map((locale) => {
    const changes = differing(fields, inLanguage(fields, before, locale), inLanguage(fields, after, locale), locale)
    return new Map(changes.map((change) => [change.field, change]))
  })
  return fields.flatMap((field) => {
    const changes = inAll.flatMap((changed) => changed.get(field) ?? [])
    // A change in every locale, such as an added row, is listed once.
    const isOfAll = !field.localized && changes.length === all.length
    return (isOfAll ? changes.slice(0, 1) : changes).map((change) =>
      isOfAll || change.locale === languages.shown ? { ...change, locale: undefined } : change,
    )
  })
}

function differing(
  fields: readonly FieldSchema[],
  before: Values,
  after: Values,
  locale: string | undefined,
): RevisionChange[] {
  return fields
    .map((field) => ({ field, locale, before: before[field.name] ?? null, after: after[field.name] ?? null }))
    .filter((change) => !sameJson(change.before, change.after))
}

/** Author and timestamps, which each revision shows anyway. */
function isSignature({ name, readOnly }: FieldSchema): boolean {
  return readOnly && (name === 'createdBy' || name === 'updatedBy')
}
