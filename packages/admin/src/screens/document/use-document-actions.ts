import { useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addresses } from '../../data/addresses.ts'
import { collection } from '../../data/client.ts'
import type { Doc } from '../../data/document.ts'
import { documentApi, type Place } from '../../data/document-api.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { keys } from '../../data/use-documents.ts'
import { toast, toastError } from '../../design/toasts.tsx'
import { documentWords } from '../../words/document.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { removalOf } from '../present-features.ts'
import type { DocumentForm } from './use-document-form.ts'

export interface DocumentActions {
  readonly publish: () => void
  readonly unpublish: () => void
  readonly duplicate: () => void
  readonly remove: () => void
  readonly isBusy: boolean
}

/** What can be done with a document besides editing it. Whatever is unsaved is saved first. */
export function useDocumentActions(place: Place, form: DocumentForm, onLeave: () => void): DocumentActions {
  const said = useWords(documentWords)
  const { undo } = useWords(sharedWords)
  const errors = useWords(errorWords)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { entity } = place
  const api = documentApi(place)

  /** Runs one action at a time. Refusals about fields stand at the fields; others are said. */
  async function run(action: (doc: Doc) => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      const saved = await form.save()
      if (saved) await action(saved)
    } catch (error) {
      form.fail(error)
      toastError(said.failed, explain(error, errors))
    } finally {
      setBusy(false)
    }
  }

  const list = () => void queries.invalidateQueries({ queryKey: keys.collection(entity.slug) })
  return {
    isBusy,
    publish: () =>
      void run(async (doc) => {
        // A document that was only just created has an address, and so a form, of its own by now.
        const target = place.id === null ? documentApi({ ...place, id: doc.id }) : api
        form.accept(await target.publish(doc.revision))
        toast(said.published)
      }),
    unpublish: () =>
      void run(async (doc) => {
        form.accept(await api.unpublish(doc.revision))
        toast(said.unpublished)
      }),
    duplicate: () =>
      void run(async (doc) => {
        const copy = await collection(entity.slug).duplicate(doc.id, {})
        list()
        await navigate(addresses.document(entity.slug, copy.id))
        toast(said.duplicated)
      }),
    remove: () =>
      void run(async (doc) => {
        await collection(entity.slug).delete(doc.id)
        onLeave()
        list()
        await navigate(addresses.list(entity.slug))
        const removal = removalOf(entity)
        const restore = async () => {
          await removal?.undo(entity, doc.id)
          list()
        }
        if (removal) toast(removal.done(1), { action: { label: undo, run: () => void restore() } })
        else toast(said.deleted)
      }),
  }
}
