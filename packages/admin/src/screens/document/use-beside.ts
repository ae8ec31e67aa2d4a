import { useQuery } from '@tanstack/react-query'
import type { Doc } from '../../data/document.ts'
import { documentApi, type DocumentPlace } from '../../data/document-api.ts'
import { keys } from '../../data/use-documents.ts'

export interface Beside {
  readonly locale: string
  readonly doc: Doc
}

/** Loads the document in a second language, to translate from. */
export function useBeside(place: DocumentPlace, locale: string | undefined): Beside | undefined {
  const { entity, id, kind } = place
  const isWanted = locale !== undefined && locale !== place.locale && id !== null && entity.localized
  const { data } = useQuery({
    queryKey: [...(kind === 'global' ? keys.global(entity.slug) : keys.collection(entity.slug)), id, 'beside', locale],
    queryFn: () => documentApi(place).read(locale === undefined ? {} : { locale }),
    enabled: isWanted,
  })
  return isWanted && data ? { locale, doc: data } : undefined
}
