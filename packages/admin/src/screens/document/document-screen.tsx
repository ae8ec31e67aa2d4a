import { Navigate, useParams } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { isAuth, isUpload } from '../../data/entities.ts'
import { errorWords } from '../../data/error-words.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { may } from '../../data/use-documents.ts'
import { useNoteVisit } from '../../data/use-recent.ts'
import { useSchema } from '../../data/use-session.ts'
import { Loading } from '../../design/loading.tsx'
import { FailurePage, NoticePage } from '../../design/notice.tsx'
import { useWords } from '../../words/use-words.ts'
import { NewUser } from '../users/new-user.tsx'
import { DocumentEditor } from './document-editor.tsx'
import { useLoadedDocument } from './use-loaded-document.ts'

/** Placeholder of the id of a new document. */
const NEW = 'new'

export function DocumentScreen() {
  const { collection = '', id = NEW } = useParams({ strict: false })
  const entity = useSchema().collections[collection]
  const { missing, not_found } = useWords(errorWords)
  if (!entity) return <NoticePage title={missing}>{not_found}</NoticePage>
  if (id === NEW && isUpload(entity)) return <Navigate {...addresses.list(collection, { upload: true })} replace />
  if (id === NEW && isAuth(entity)) return <NewUser entity={entity} />
  return <LoadedDocument key={collection} entity={entity} id={id === NEW ? null : id} />
}

function LoadedDocument({ entity, id }: { readonly entity: EntitySchema; readonly id: string | null }) {
  const { place, access, doc, visit, isReady, onCreated, error, retry } = useLoadedDocument(entity, id)
  useNoteVisit(entity.slug, isReady ? id : null)
  const { refused, forbidden } = useWords(errorWords)
  if (error) return <FailurePage error={error} onRetry={retry} />
  if (!access || !isReady) return <Loading />
  if (id === null && !may(access, 'create')) return <NoticePage title={refused}>{forbidden}</NoticePage>
  return <DocumentEditor key={visit} place={place} access={access} initial={doc} onCreated={onCreated} />
}
