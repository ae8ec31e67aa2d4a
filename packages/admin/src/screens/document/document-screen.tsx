import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams, useSearch } from '@tanstack/react-router'
import { addresses, type DocumentSearch } from '../../data/addresses.ts'
import { documentApi, type Place } from '../../data/document-api.ts'
import { errorWords } from '../../data/error-words.ts'
import { hasDrafts, isUpload } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { keys, may, useAccess } from '../../data/use-documents.ts'
import { useSchema } from '../../data/use-session.ts'
import { Loading } from '../../design/loading.tsx'
import { Failure, Notice } from '../../design/notice.tsx'
import { useWords } from '../../words/use-words.ts'
import { DocumentEditor } from './document-editor.tsx'

/** One document of a collection, or a new one. */
export function DocumentScreen() {
  const { collection = '', id } = useParams({ strict: false }) as { collection?: string; id?: string }
  const entity = useSchema().collections[collection]
  const { not_found } = useWords(errorWords)
  if (!entity) return <Notice title={not_found} />
  // A new file begins with the file.
  if (id === undefined && isUpload(entity))
    return <Navigate {...addresses.list(collection, { upload: true })} replace />
  return <LoadedDocument entity={entity} id={id ?? null} />
}

function LoadedDocument({ entity, id }: { readonly entity: EntitySchema; readonly id: string | null }) {
  const search = useSearch({ strict: false }) as DocumentSearch
  const { localization } = useSchema()
  const access = useAccess(entity.slug, id ?? undefined)
  const place: Place = {
    kind: 'collection',
    entity,
    id,
    locale: entity.localized ? (search.locale ?? localization?.defaultLocale) : undefined,
    readsDrafts: hasDrafts(entity) && may(access.data, 'readDrafts'),
  }
  const doc = useQuery({
    queryKey: [...keys.collection(entity.slug), id, 'form', place.locale, place.readsDrafts],
    queryFn: () => documentApi(place).read(),
    enabled: id !== null && access.isSuccess,
    // The form is the truth from here on: what others do meanwhile shows when it is saved.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnMount: 'always',
  })
  if (access.isError) return <Failure error={access.error} onRetry={() => void access.refetch()} />
  if (doc.isError) return <Failure error={doc.error} onRetry={() => void doc.refetch()} />
  if (!access.data || (id !== null && !doc.data)) return <Loading />
  return (
    <DocumentEditor
      key={`${entity.slug}/${id}/${place.locale}`}
      place={place}
      access={access.data}
      initial={doc.data ?? undefined}
    />
  )
}
