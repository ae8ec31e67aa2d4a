import { useQuery } from '@tanstack/react-query'
import { find } from '../../data/client.ts'
import type { Doc } from '../../data/document.ts'
import { namesIn, newestOf, titleFieldOf } from '../../data/entities.ts'
import { sameJson } from '../../data/same-json.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'
import { keys } from '../../data/use-documents.ts'

interface BulkChange {
  readonly entity: EntitySchema
  readonly ids: readonly string[]
  readonly locale: string | undefined
  readonly fields: readonly FieldSchema[]
  readonly data: Readonly<Record<string, unknown>>
}

export interface Preview {
  /** Ids of what is written: those that differ and, beyond what was looked at, all. */
  readonly changed: readonly string[]
  /** Those that were looked at, and differ. */
  readonly docs: readonly Doc[]
  /** How many of them have these values already. */
  readonly same: number
}

/** So many are looked at. Of more, each is written, and some may stay as they are. */
const LOOKED_AT = 100

/** What a change of several documents would do; undefined until it is known. */
export function useBulkPreview(
  { entity, ids, locale, fields, data }: BulkChange,
  isAsked: boolean,
): Preview | undefined {
  const title = titleFieldOf(entity)
  const names = namesIn(entity, [...fields.map(({ name }) => name), ...(title ? [title.name] : [])])
  const seen = ids.slice(0, LOOKED_AT)
  const asked = {
    where: { id: { in: seen } },
    limit: Math.max(seen.length, 1),
    select: Object.fromEntries(names.map((name) => [name, true])),
    // As it is there, and not as readers see it.
    ...(locale !== undefined && { locale, fallbackLocale: false as const }),
    ...newestOf(entity),
  }
  const { data: page } = useQuery({
    queryKey: [...keys.collection(entity.slug), 'bulk-preview', asked],
    queryFn: () => find(entity.slug, asked),
    enabled: isAsked && ids.length > 0,
    // What is decided upon is what is there now.
    staleTime: 0,
  })
  if (!page || !isAsked) return undefined
  const docs = page.docs.filter((doc) => fields.some(({ name }) => !sameJson(doc[name] ?? null, data[name] ?? null)))
  return {
    changed: [...docs.map(({ id }) => id), ...ids.slice(LOOKED_AT)],
    docs,
    same: page.docs.length - docs.length,
  }
}
