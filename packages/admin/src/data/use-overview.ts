import { useQuery } from '@tanstack/react-query'
import { overview } from './client.ts'
import { hasDrafts, isAuth } from './entities.ts'
import { OVERVIEW } from './overview.ts'
import type { EntitySchema } from './schema.ts'
import { useRecent } from './use-recent.ts'
import { useSchema } from './use-session.ts'

type Answer<Method extends 'documents' | 'planned'> = Awaited<ReturnType<(typeof overview)[Method]>>['results'][number]

/** A document, by name, and what it is one of. */
export interface Entry extends Omit<Answer<'documents'>, 'collection'> {
  readonly entity: EntitySchema
}

/** Something that is yet to be published or unpublished by itself. */
export interface Planned extends Pick<Answer<'planned'>, 'action' | 'runAt' | 'title'> {
  readonly key: string
  readonly entity: EntitySchema
  readonly kind: 'collection' | 'global'
  readonly id: string
}

/** What people write: everything but themselves. */
export function useContent(): EntitySchema[] {
  return Object.values(useSchema().collections).filter((entity) => !isAuth(entity) && !entity.admin?.hidden)
}

interface Question {
  readonly collections?: readonly EntitySchema[]
  readonly ids?: readonly string[]
  readonly status?: 'draft' | 'published'
  readonly limit: number
}

/** Documents of several collections, those first that were changed last: one question, however many there are. Undefined until it is known. */
export function useEntries({ collections: among, ids, status, limit }: Question, isAsked = true): Entry[] | undefined {
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
  return data?.flatMap(({ collection, ...found }) => {
    const entity = collections[collection]
    return entity ? [{ entity, ...found }] : []
  })
}

/** How many documents a card shows. */
export const ROWS = 6

/** What the actor has opened last, as far as it is still there and may be read. Undefined until that is known. */
function useVisited(): Entry[] | undefined {
  const { collections } = useSchema()
  const visited = useRecent()
  const known = (visited ?? []).filter((one) => collections[one.collection])
  const ids = known.map(({ collection, id }) => `${collection}/${id}`)
  const found = useEntries({ ids, limit: Math.max(1, ids.length) }, visited !== undefined)
  if (visited === undefined || found === undefined) return undefined
  const place = ({ entity, id }: Entry) => ids.indexOf(`${entity.slug}/${id}`)
  return found.toSorted((one, other) => place(one) - place(other)).slice(0, ROWS)
}

/** What the start page leads back to: what the actor has opened last, or for somebody new what was changed last by whomever. */
export function useContinued(): { readonly isOwn: boolean; readonly entries: Entry[] } | undefined {
  const visited = useVisited()
  const content = useContent()
  const newest = useEntries({ collections: content, limit: ROWS }, visited?.length === 0)
  if (visited === undefined) return undefined
  if (visited.length > 0) return { isOwn: true, entries: visited }
  return newest && { isOwn: false, entries: newest }
}

interface Span {
  readonly from?: string
  readonly until?: string
}

/** As many as the service answers with at once. */
const MOST_PLANNED = 100

/** What is yet to be published and unpublished by itself, soonest first. Undefined until it is known. */
export function useAllPlanned(span: Span = {}, isAsked = true): Planned[] | undefined {
  const { collections, globals } = useSchema()
  const { data } = useQuery({
    queryKey: [OVERVIEW, 'planned', span],
    queryFn: async () => (await overview.planned({ ...span, limit: MOST_PLANNED })).results,
    enabled: isAsked,
    retry: false,
    staleTime: 30_000,
  })
  return data?.flatMap(({ id: key, collection, global, documentId: id, action, runAt, title }): Planned[] => {
    const kind = global === undefined ? 'collection' : 'global'
    const entity = kind === 'global' ? globals[global ?? ''] : collections[collection ?? '']
    return entity ? [{ key, entity, kind, id, action, runAt, title }] : []
  })
}
