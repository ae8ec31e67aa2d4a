import { useQuery } from '@tanstack/react-query'
import { type AnySelect, find, type ListOptions } from '../../data/client.ts'
import type { Doc } from '../../data/document.ts'
import { namesIn, newestOf, titleFieldOf } from '../../data/entities.ts'
import { sameJson } from '../../data/same-json.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { keys } from '../../data/use-documents.ts'
import { type PathChange, selectionAt, valueAtPath } from './bulk-paths.ts'
import { allBut, type Choice, countOf } from './choice.ts'

interface PreviewedBulkChange {
  readonly entity: EntitySchema
  readonly scope: ListOptions
  readonly choice: Choice
  readonly locale: string | undefined
  readonly changes: readonly PathChange[]
}

export interface Preview {
  /** The documents to write: those that differ and, beyond the examined ones, all. */
  readonly changed: Choice
  /** Whether all documents were examined. */
  readonly isWhole: boolean
  /** Examined documents that differ. */
  readonly docs: readonly Doc[]
  /** Number of documents that already have these values. */
  readonly same: number
}

/** Maximum number of examined documents; further ones are written without a comparison. */
const LOOKED_AT = 100

/** Preview of a bulk edit; undefined while loading. */
export function useBulkPreview(
  { entity, scope, choice, locale, changes }: PreviewedBulkChange,
  isAsked: boolean,
): Preview | undefined {
  const title = titleFieldOf(entity)
  const names = namesIn(entity, title ? [title.name] : [])
  const asked = {
    limit: LOOKED_AT,
    select: {
      ...selectionAt(changes.map(([path]) => path)),
      ...Object.fromEntries(names.map((name) => [name, true])),
    } as AnySelect,
    // The working copies, in this locale without fallbacks.
    ...(locale !== undefined && { locale, fallbackLocale: false as const }),
    ...newestOf(entity),
  }
  const { data: page } = useQuery({
    queryKey: [...keys.collection(entity.slug), 'bulk-preview', scope, choice, asked],
    queryFn: async () => {
      const ids = choice.ids?.slice(0, LOOKED_AT) ?? (await firstOf(entity, scope, choice.except))
      return find(entity.slug, { ...asked, where: { id: { in: ids } } })
    },
    enabled: isAsked && countOf(choice) > 0,
    // Always refetch: the user decides by this.
    staleTime: 0,
  })
  if (!page || !isAsked) return undefined
  const isDifferent = (doc: Doc) => changes.some(([path, value]) => !sameJson(valueAtPath(doc, path), value))
  const docs = page.docs.filter(isDifferent)
  const same = page.docs.filter((doc) => !isDifferent(doc)).map(({ id }) => id)
  return {
    changed: choice.ids
      ? { ids: [...docs.map(({ id }) => id), ...choice.ids.slice(LOOKED_AT)] }
      : { except: [...(choice.except ?? []), ...same], count: choice.count - same.length },
    isWhole: countOf(choice) <= LOOKED_AT,
    docs,
    same: same.length,
  }
}

/** The ids of the first documents of a selection without ids. */
async function firstOf(entity: EntitySchema, scope: ListOptions, except: readonly string[] = []): Promise<string[]> {
  const asked = { ...scope, ...allBut(scope, except), sort: ['id'], select: {}, limit: LOOKED_AT }
  return (await find(entity.slug, asked)).docs.map(({ id }) => id)
}
