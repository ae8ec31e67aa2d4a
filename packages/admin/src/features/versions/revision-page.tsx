import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Capabilities, Snapshot } from '../../data/document.ts'
import { documentApi, type DocumentPlace } from '../../data/document-api.ts'
import { keys } from '../../data/use-documents.ts'
import type { PreviewedDocument } from '../../screens/feature.ts'
import { Slot } from '../../screens/slot.tsx'
import { unchanging } from '../../fields/form-model.ts'
import { type HistoryPlace, shownContent } from './use-history.ts'

export function revisionContext(
  { kind, entity, id, languages }: HistoryPlace,
  access: Capabilities,
): PreviewedDocument & { readonly place: DocumentPlace } {
  return {
    place: { kind, entity, id, locale: languages?.shown },
    access,
    form: { stored: undefined, isDirty: false, values: {}, edits: {}, model: unchanging({}) },
    openField: () => undefined,
    openDocument: () => undefined,
  }
}

interface RevisionPageProps {
  readonly place: HistoryPlace
  readonly access: Capabilities
  readonly snapshot: Snapshot
}

/** The page of the document with the content of a revision, rendered as if that were saved. */
export function RevisionPage({ place, access, snapshot }: RevisionPageProps) {
  const { kind, entity, id } = place
  const base = useMemo(() => revisionContext(place, access), [place, access])
  const stored = useQuery({
    queryKey: [
      ...(kind === 'global' ? keys.global(entity.slug) : keys.collection(entity.slug)),
      id,
      'beside a revision',
    ],
    queryFn: () => documentApi(base.place).read(),
  }).data
  const edits = useMemo(() => {
    const content = shownContent(place, snapshot)
    const written = entity.fields.filter(({ readOnly, structure }) => !readOnly && structure !== 'computed')
    return Object.fromEntries(
      written.flatMap(({ name }) => (Object.hasOwn(content, name) ? [[name, content[name]]] : [])),
    )
  }, [place, snapshot, entity])
  if (!stored) return null
  const values = { ...stored, ...edits }
  const form = { stored, isDirty: false, values, edits, model: unchanging(values) }
  return <Slot name="revisionPane" context={{ ...base, form, revision: snapshot.revision }} />
}
