import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Capabilities, Doc } from '../../data/document.ts'
import { documentApi, type Place } from '../../data/document-api.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { keys, useAccess } from '../../data/use-documents.ts'
import { useSchema } from '../../data/use-session.ts'

export interface LoadedDocument {
  readonly place: Place
  readonly access: Capabilities | undefined
  /** Undefined while it loads, and for a new one. */
  readonly doc: Doc | undefined
  readonly error: unknown
  readonly retry: () => void
}

/** A document of a collection, ready to be edited: its content in the language of the address, and what the actor may do. */
export function useLoadedDocument(entity: EntitySchema, id: string | null): LoadedDocument {
  const search = useSearch({ strict: false })
  const { localization } = useSchema()
  const access = useAccess(entity.slug, id ?? undefined)
  const place: Place = {
    kind: 'collection',
    entity,
    id,
    locale: entity.localized ? (search.locale ?? localization?.defaultLocale) : undefined,
  }
  const doc = useQuery({
    queryKey: [...keys.collection(entity.slug), id, 'form', place.locale],
    queryFn: () => documentApi(place).read(),
    enabled: id !== null && access.isSuccess,
    // The form is the truth from here on: what others do meanwhile shows when it is saved.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return {
    place,
    access: access.data,
    doc: doc.data,
    error: access.error ?? doc.error,
    retry: () => void (access.isError ? access.refetch() : doc.refetch()),
  }
}
