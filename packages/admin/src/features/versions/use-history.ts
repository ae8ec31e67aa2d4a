import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { collection, global } from '../../data/client.ts'
import type { Page, Snapshot } from '../../data/document.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { keys } from '../../data/use-documents.ts'

/** Whose history it is. Of a global, `id` is its slug. */
export interface HistoryPlace {
  readonly kind: 'collection' | 'global'
  readonly entity: EntitySchema
  readonly id: string
  readonly locale: string | undefined
}

const PAGE = 25

function keyOf({ kind, entity, id }: HistoryPlace): readonly unknown[] {
  return kind === 'global' ? keys.global(entity.slug) : [...keys.collection(entity.slug), id]
}

const inLocale = ({ locale }: HistoryPlace) => (locale === undefined ? {} : { locale, fallbackLocale: false as const })

/** The snapshots of a document, newest first. */
export function useVersions(place: HistoryPlace, page: number) {
  const { kind, entity, id, locale } = place
  const options = { page, limit: PAGE, ...inLocale(place) }
  return useQuery({
    queryKey: [...keyOf(place), 'versions', locale, page],
    queryFn: (): Promise<Page<Snapshot>> =>
      kind === 'global' ? global(entity.slug).versions(options) : collection(entity.slug).versions(id, options),
    placeholderData: keepPreviousData,
  })
}

/** One snapshot. It never changes, so it is read once. */
export function useVersion(place: HistoryPlace, revision: number | undefined) {
  const { kind, entity, id, locale } = place
  const options = inLocale(place)
  return useQuery({
    queryKey: ['snapshot', kind, entity.slug, id, locale, revision],
    queryFn: (): Promise<Snapshot> => {
      const wanted = revision ?? 0
      return kind === 'global'
        ? global(entity.slug).version(wanted, options)
        : collection(entity.slug).version(id, wanted, options)
    },
    enabled: revision !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

interface RestoredVersion {
  readonly revision: number
  readonly isDraft: boolean
  /** The newest revision that was looked at: one that came since is not replaced unseen. */
  readonly ifMatch: number
}

/** Writes the content of a snapshot as a new revision: as a draft, or live at once. */
export function useRestore(place: HistoryPlace) {
  const queries = useQueryClient()
  const { kind, entity, id } = place
  return useMutation({
    mutationFn: ({ revision, isDraft, ifMatch }: RestoredVersion) => {
      const options = { ifMatch, ...(isDraft && { draft: true }) }
      return kind === 'global'
        ? global(entity.slug).restore(revision, options)
        : collection(entity.slug).restore(id, revision, options)
    },
    onSuccess: () =>
      queries.invalidateQueries({
        queryKey: kind === 'global' ? keys.global(entity.slug) : keys.collection(entity.slug),
      }),
  })
}
