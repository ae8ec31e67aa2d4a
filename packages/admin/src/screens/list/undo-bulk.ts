import { collection, find } from '../../data/client.ts'
import type { BulkOutcome, Doc, Input } from '../../data/document.ts'
import { namesIn, newestOf } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'
import { asRecord, isRecord, type Members } from '../../data/members.ts'

/** A document before a bulk change, with the revision that the change created. */
export interface Changed {
  readonly before: Doc
  readonly revision: number
  /** The changed fields with their former values; undefined after publish or unpublish. */
  readonly data: Input | undefined
  readonly locale: string | undefined
}

interface UndoneBulkChange {
  readonly ids: readonly string[]
  readonly data: Input | undefined
  readonly locale: string | undefined
}

/** Loads the documents before the change. If that fails, the change runs without undo. */
export async function documentsBefore(
  entity: EntitySchema,
  { ids, data, locale }: UndoneBulkChange,
): Promise<readonly Doc[]> {
  const names = namesIn(entity, ['revision', '_publishedRevision', ...Object.keys(data ?? {})])
  const asked = {
    where: { id: { in: ids } },
    select: Object.fromEntries(names.map((name) => [name, true as const])),
    limit: ids.length,
    ...(locale !== undefined && { locale, fallbackLocale: false as const }),
    ...newestOf(entity),
  }
  return (await find(entity.slug, asked).catch(() => ({ docs: [] }))).docs
}

/** Documents that can be changed back: those without a further revision. */
export function changedOf(
  entity: EntitySchema,
  { data, locale }: UndoneBulkChange,
  before: readonly Doc[],
  results: readonly BulkOutcome[],
): readonly Changed[] {
  return results.flatMap((result) => {
    const old = before.find(({ id }) => id === result.id)
    if (!result.ok || !old || result.doc?.revision !== old.revision + 1) return []
    const { revision } = result.doc
    const values = data && valuesBefore(entity.fields, data, old)
    return [{ before: old, revision, data: values, locale }]
  })
}

/** Refused by the service if the document was changed since. */
export async function changeBack({ slug }: EntitySchema, changed: Changed): Promise<unknown> {
  const { before, revision, data, locale } = changed
  const api = collection(slug)
  const options = { ifMatch: revision }
  if (data) return api.update(before.id, data, { ...options, ...(locale !== undefined && { locale }) })
  const live = before._publishedRevision ?? null
  return live === null ? api.unpublish(before.id, options) : api.publish(before.id, { ...options, revision: live })
}

/** The former values of the written fields, also in groups. */
function valuesBefore(fields: readonly FieldSchema[], written: Members, before: Members): Members {
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => {
      const field = fields.find((one) => one.name === name)
      const isGroup = field?.structure === 'group' && isRecord(value)
      const old = before[name] ?? null
      return [name, isGroup ? valuesBefore(field.fields ?? [], value, asRecord(old)) : old]
    }),
  )
}
