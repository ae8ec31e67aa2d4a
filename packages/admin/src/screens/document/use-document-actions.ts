import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { addresses } from '../../data/addresses.ts'
import { collection } from '../../data/client.ts'
import type { Doc } from '../../data/document.ts'
import { documentApi, type DocumentPlace } from '../../data/document-api.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { noteRemoval } from '../../data/feed/own-changes.ts'
import { keys } from '../../data/use-documents.ts'
import { toast, toastError } from '../../design/toasts.tsx'
import { documentWords, undoWords } from '../../words/document.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { removalOf } from '../slot.tsx'
import type { DocumentForm } from './use-document-form.ts'

export interface DocumentActions {
  readonly publish: () => void
  readonly unpublish: () => void
  readonly duplicate: () => void
  readonly remove: () => void
  readonly isBusy: boolean
}

/** The live revisions before and after a publish or unpublish. */
interface LiveStates {
  readonly before: number | null
  readonly after: number | null
}

/** Actions of a document besides editing. They save unsaved edits first, and report failures in the form. */
export function useDocumentActions(place: DocumentPlace, form: DocumentForm): DocumentActions {
  const said = useWords(documentWords)
  const { undo } = useWords(sharedWords)
  const { notAnyMore } = useWords(undoWords)
  const errors = useWords(errorWords)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { entity } = place
  // Right after a creation, the form knows the id before the URL does.
  const apiOf = (id: string) => documentApi({ ...place, id: place.kind === 'global' ? place.id : id })
  const list = () => void queries.invalidateQueries({ queryKey: keys.collection(entity.slug) })

  const isPublishing = useRef(false)
  async function publish(): Promise<void> {
    // The shortcut also works while publishing, or without changes, when the button is disabled.
    if (isPublishing.current || (!form.isDirty && form.stored?._status === 'published')) return
    isPublishing.current = true
    const published = await withLiveBefore('publish', (doc) => apiOf(doc.id).publish(doc.revision))
    isPublishing.current = false
    if (published) tellOfState(said.published, published)
  }
  async function unpublish(): Promise<void> {
    const unpublished = await withLiveBefore('unpublish', (doc) => apiOf(doc.id).unpublish(doc.revision))
    if (unpublished) tellOfState(said.unpublished, unpublished)
  }

  async function withLiveBefore(
    action: 'publish' | 'unpublish',
    run: (doc: Doc) => Promise<Doc>,
  ): Promise<LiveStates | undefined> {
    let before: number | null = null
    const done = await form.act(action, (doc) => {
      before = doc._publishedRevision ?? null
      return run(doc)
    })
    return done && { before, after: done._publishedRevision ?? null }
  }
  function tellOfState(title: string, states: LiveStates): void {
    toast(title, { action: { label: undo, run: () => void showAgain(states) } })
  }
  /** Makes the former live content live again, without changing the draft. */
  async function showAgain({ before, after }: LiveStates): Promise<void> {
    let isOther = false
    const done = await form.act(before === null ? 'unpublish' : 'publish', async (doc) => {
      isOther = (doc._publishedRevision ?? null) !== after
      if (isOther) return undefined
      const api = apiOf(doc.id)
      return before === null ? api.unpublish(doc.revision) : api.publish(doc.revision, before)
    })
    if (isOther) toast(notAnyMore)
    else if (!done) toastError(said.notUndone)
    else toast(before === null ? said.unpublished : said.publishedAgain)
  }
  async function duplicate(): Promise<void> {
    let copied: string | undefined
    await form.act('duplicate', async (doc) => {
      copied = (await collection(entity.slug).duplicate(doc.id, {})).id
      return undefined
    })
    if (copied === undefined) return
    list()
    await navigate(addresses.document(entity.slug, copied))
    toast(said.duplicated)
  }
  async function remove(): Promise<void> {
    const removed = await form.act('remove', async (doc) => {
      noteRemoval(doc.id)
      await collection(entity.slug).delete(doc.id, { ifMatch: doc.revision })
      return undefined
    })
    if (!removed) return
    form.discard()
    // Don't refetch the deleted document.
    await queries.invalidateQueries({ queryKey: keys.collection(entity.slug), refetchType: 'none' })
    await navigate({ ...addresses.list(entity.slug), ignoreBlocker: true })
    list()
    const removal = removalOf(entity)
    const restore = async () => {
      // A deletion creates exactly one revision, which its response doesn't contain.
      const inTrash = { id: removed.id, revision: removed.revision + 1 }
      await removal?.undo(entity, inTrash).catch((error: unknown) => toastError(explain(error, errors)))
      list()
    }
    if (removal) toast(removal.done(1), { action: { label: undo, run: () => void restore() } })
    else toast(said.deleted)
  }

  return {
    isBusy: form.phase === 'acting',
    publish: () => void publish(),
    unpublish: () => void unpublish(),
    duplicate: () => void duplicate(),
    remove: () => void remove(),
  }
}
