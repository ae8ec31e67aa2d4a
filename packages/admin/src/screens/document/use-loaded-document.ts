import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { mayPass } from '../../data/api-error.ts'
import type { Capabilities, Doc } from '../../data/document.ts'
import { documentApi, type DocumentPlace } from '../../data/document-api.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { accessQuery, keys, useAccess } from '../../data/use-documents.ts'
import { useSchema } from '../../data/use-session.ts'

export interface LoadedDocument {
  readonly place: DocumentPlace
  readonly access: Capabilities | undefined
  /** Undefined while loading, and for a new document. */
  readonly doc: Doc | undefined
  readonly error: unknown
  readonly retry: () => void
  /** Changes with each visit; used as key of the form. */
  readonly visit: number
  readonly isReady: boolean
  readonly onCreated: (doc: Doc) => void
}

/** Loads a document for editing, in the language of the URL, with the actor's capabilities. */
export function useLoadedDocument(entity: EntitySchema, id: string | null): LoadedDocument {
  const search = useSearch({ strict: false })
  const { localization } = useSchema()
  const locale = entity.localized ? (search.locale ?? localization?.defaultLocale) : undefined
  const place: DocumentPlace = { kind: 'collection', entity, id, locale }
  const visit = useVisit(id, locale)
  const access = useAccess(entity.slug, id ?? undefined)
  // The capabilities for a new document apply until those of the created one are loaded.
  const asNew = useQuery({ ...accessQuery(entity.slug), enabled: visit.isMade })
  const doc = useQuery({
    queryKey: [...keys.collection(entity.slug), id, 'form', place.locale],
    queryFn: () => documentApi(place).read(),
    enabled: id !== null && !visit.isMade && access.isSuccess,
    // The form holds the content from here on; changes of others arrive through the feed.
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
    // A failed refetch must not close an open document.
    error: isReady && mayPass(error) ? null : error,
    retry: () => void (access.isError ? access.refetch() : doc.refetch()),
  }
}

interface Visit {
  /** Changes with each visit; used as key of the form. */
  readonly number: number
  /** Whether the current form created the document: it has the content and later edits. */
  readonly isMade: boolean
  readonly onMade: (id: string) => void
}

/**
 * The form stays mounted when autosave creates the document and the address changes, so that typing is not interrupted.
 */
function useVisit(id: string | null, locale: string | undefined): Visit {
  const [visit, setVisit] = useState<{ id: string | null; locale: typeof locale; number: number; made?: string }>({
    id,
    locale,
    number: 0,
  })
  if (visit.id !== id || visit.locale !== locale) {
    const goesOn = visit.id === null && id !== null && id === visit.made && locale === visit.locale
    setVisit(goesOn ? { ...visit, id } : { id, locale, number: visit.number + 1 })
  }
  return {
    number: visit.number,
    isMade: visit.made !== undefined && visit.made === visit.id,
    onMade: (made) => setVisit((old) => ({ ...old, made })),
  }
}
