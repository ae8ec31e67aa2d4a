import { useQuery } from '@tanstack/react-query'
import { overview } from './client.ts'
import { contentOf, hasDrafts } from './entities.ts'
import { OVERVIEW } from './query-client.ts'
import type { EntitySchema, Schema } from './schema.ts'
import { useSchema } from './use-session.ts'

type Answer<Method extends 'documents' | 'scheduledAll'> = Awaited<
  ReturnType<(typeof overview)[Method]>
>['results'][number]

export interface OverviewEntry extends Omit<Answer<'documents'>, 'collection'> {
  readonly entity: EntitySchema
}

/** A scheduled publish or unpublish, pending or failed. */
export interface Planned extends Pick<Answer<'scheduledAll'>, 'action' | 'runAt' | 'title' | 'error' | 'issues'> {
  readonly key: string
  readonly entity: EntitySchema
  readonly kind: 'collection' | 'global'
  readonly id: string
}

/** The collections in the navigation: all except hidden ones and auth collections. */
export function useContent(): EntitySchema[] {
  return contentOf(useSchema())
}

interface Question {
  readonly collections?: readonly EntitySchema[]
  readonly ids?: readonly string[]
  readonly status?: 'draft' | 'published'
  readonly limit: number
}

/** Documents of several collections, last changed first, with one request. Undefined while loading. */
export function useEntries(
  { collections: among, ids, status, limit }: Question,
  isAsked = true,
): OverviewEntry[] | undefined {
  const { collections } = useSchema()
  const withDrafts = Object.values(collections).some(hasDrafts)
  const isNothing = among?.length === 0 || ids?.length === 0
  const options = {
    limit,
    ...(among && { collections: among.map(({ slug }) => slug).join(',') }),
    ...(ids && { ids: ids.join(',') }),
    ...(status && { status }),
    ...(withDrafts && { draft: 'newest' as const }),
  }
  const { data } = useQuery({
    queryKey: [OVERVIEW, 'documents', options],
    queryFn: async () => (await overview.documents(options)).results,
    enabled: isAsked && !isNothing,
    retry: false,
    staleTime: 30_000,
  })
  if (isNothing) return []
  return data && entriesIn(collections, data)
}

/** Keeps the entries whose collection is in the schema. */
export function entriesIn(collections: Schema['collections'], found: readonly Answer<'documents'>[]): OverviewEntry[] {
  return found.flatMap(({ collection, ...one }) => {
    const entity = collections[collection]
    return entity ? [{ entity, ...one }] : []
  })
}

interface Span {
  /** Failed plans instead of pending ones. */
  readonly failed?: boolean
  readonly from?: string
  readonly until?: string
}

/** Page size limit of the service. */
const MOST_PLANNED = 100

/** All planned publishes and unpublishes, soonest first. Undefined while loading. */
export function useAllPlanned(span: Span = {}, isAsked = true): Planned[] | undefined {
  const schema = useSchema()
  const { data } = useQuery({
    queryKey: [OVERVIEW, 'planned', span],
    queryFn: async () => (await overview.scheduledAll({ ...span, limit: MOST_PLANNED })).results,
    enabled: isAsked,
    retry: false,
    staleTime: 30_000,
  })
  return data && plannedIn(schema, data)
}

export function plannedIn({ collections, globals }: Schema, found: readonly Answer<'scheduledAll'>[]): Planned[] {
  return found.flatMap(
    ({ id: key, collection, global, documentId: id, action, runAt, title, error, issues }): Planned[] => {
      const kind = global === undefined ? 'collection' : 'global'
      const entity = kind === 'global' ? globals[global ?? ''] : collections[collection ?? '']
      return entity ? [{ key, entity, kind, id, action, runAt, title, error, issues }] : []
    },
  )
}
