import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { mayPass } from '../../data/api-error.ts'
import type { Capabilities, Doc } from '../../data/document.ts'
import { documentApi, type Place } from '../../data/document-api.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { accessQuery, keys, useAccess } from '../../data/use-documents.ts'
import { useSchema } from '../../data/use-session.ts'
import { useVisit } from './use-visit.ts'

export interface LoadedDocument {
  readonly place: Place
  readonly access: Capabilities | undefined
  /** Undefined while it loads, and for a new one. */
  readonly doc: Doc | undefined
  readonly error: unknown
  readonly retry: () => void
  /** Another number is another form. */
  readonly visit: number
  /** Whether there is something to show. */
  readonly isReady: boolean
  readonly onCreated: (doc: Doc) => void
}

/**
 * A document of a collection, ready to be edited: its content in the language of the address, and what the actor may
 * do.
 */
export function useLoadedDocument(entity: EntitySchema, id: string | null): LoadedDocument {
  const search = useSearch({ strict: false })
  const { localization } = useSchema()
  const locale = entity.localized ? (search.locale ?? localization?.defaultLocale) : undefined
  const place: Place = { kind: 'collection', entity, id, locale }
  const visit = useVisit(id, locale)
  const access = useAccess(entity.slug, id ?? undefined)
  // What was true of a new one holds until it is known what is true of this one.
  const asNew = useQuery({ ...accessQuery(entity.slug), enabled: visit.isMade })
  const doc = useQuery({
    queryKey: [...keys.collection(entity.slug), id, 'form', place.locale],
    queryFn: () => documentApi(place).read(),
    enabled: id !== null && !visit.isMade && access.isSuccess,
    // The form is the truth from here on: what others do meanwhile shows when it is saved.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const rights = access.data ?? (visit.isMade ? asNew.data : undefined)
  const isReady = rights !== undefined && (id === null || visit.isMade || doc.data !== undefined)
  const error = access.error ?? doc.error
  return {
    place,
    access: rights,
    doc: doc.data,
    visit: visit.number,
    isReady,
    onCreated: (made) => visit.onMade(made.id),
    // A failed refetch takes no open document, and no dialog of it, away.
    error: isReady && mayPass(error) ? null : error,
    retry: () => void (access.isError ? access.refetch() : doc.refetch()),
  }
}
