import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Doc } from '../../data/document.ts'
import { documentApi, type DocumentPlace } from '../../data/document-api.ts'
import { shareEqual } from '../../data/same-json.ts'
import { keys } from '../../data/use-documents.ts'
import { differencesOf } from './edits.ts'

export interface LiveCopy {
  readonly doc: Doc
  readonly differences: (values: Readonly<Record<string, unknown>>) => readonly string[]
}

/** The live copy in the edited language. Undefined without drafts, or if nothing is published. */
export function useLiveCopy(place: DocumentPlace, stored: Doc | undefined): LiveCopy | undefined {
  const { entity, id, locale, kind } = place
  const published = stored?._publishedRevision ?? null
  const { data } = useQuery({
    queryKey: [
      ...(kind === 'global' ? keys.global(entity.slug) : keys.collection(entity.slug)),
      id,
      'live',
      published,
      locale,
    ],
    // Equal parts share their identity, so that comparing them with each key is cheap.
    queryFn: async () => shareEqual(stored, await documentApi(place).read({ live: true })),
    enabled: published !== null && id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { fields } = entity
  return useMemo(() => {
    if (!data || published === null) return undefined
    return { doc: data, differences: (values) => differencesOf(fields, values, data) }
  }, [data, published, fields])
}
