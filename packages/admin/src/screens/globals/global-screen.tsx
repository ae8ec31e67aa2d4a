import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { documentApi, type DocumentPlace } from '../../data/document-api.ts'
import { errorWords } from '../../data/error-words.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { keys, useGlobalAccess } from '../../data/use-documents.ts'
import { useSchema } from '../../data/use-session.ts'
import { Loading } from '../../design/loading.tsx'
import { FailurePage, NoticePage } from '../../design/notice.tsx'
import { useWords } from '../../words/use-words.ts'
import { DocumentEditor } from '../document/document-editor.tsx'

export function GlobalScreen() {
  const { global = '' } = useParams({ strict: false })
  const entity = useSchema().globals[global]
  const { missing, not_found } = useWords(errorWords)
  if (!entity) return <NoticePage title={missing}>{not_found}</NoticePage>
  return <LoadedGlobal key={global} entity={entity} />
}

function LoadedGlobal({ entity }: { readonly entity: EntitySchema }) {
  const search = useSearch({ strict: false })
  const { localization } = useSchema()
  const access = useGlobalAccess(entity.slug)
  const place: DocumentPlace = {
    kind: 'global',
    entity,
    id: entity.slug,
    locale: entity.localized ? (search.locale ?? localization?.defaultLocale) : undefined,
  }
  const doc = useQuery({
    queryKey: [...keys.global(entity.slug), entity.slug, 'form', place.locale],
    queryFn: () => documentApi(place).read(),
    enabled: access.isSuccess,
    // The form holds the content from here on; changes of others arrive through the feed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnMount: 'always',
  })
  if (access.isError) return <FailurePage error={access.error} onRetry={() => void access.refetch()} />
  if (doc.isError) return <FailurePage error={doc.error} onRetry={() => void doc.refetch()} />
  if (!access.data || !doc.data || doc.isFetching) return <Loading />
  return <DocumentEditor key={place.locale ?? ''} place={place} access={access.data} initial={doc.data} />
}
