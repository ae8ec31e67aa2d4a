import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { type Issue, isApiError } from '../../data/api-error.ts'
import type { Doc } from '../../data/document.ts'
import type { DocumentPlace } from '../../data/document-api.ts'
import { noteRevision } from '../../data/feed/own-changes.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { keys } from '../../data/use-documents.ts'
import { useSession } from '../../data/use-session.ts'
import type { FormModel } from '../../fields/contract.ts'
import { Editing } from './editing.ts'
import { EditedContent } from './edited-content.ts'
import type { Clock } from './editing-parts.ts'
import { editingService } from './editing-service.ts'
import type { EditingState, Sign } from './editing-state.ts'
import type { Content, Edits } from './edits.ts'
import { type Edited, historyOf, keepHistory } from './undo/kept-histories.ts'
import { UndoHistory } from './undo/undo-history.ts'
import { unsavedStore } from './unsaved-store.ts'

/**
 * The form of a document, for screens. It keeps its identity while the editor types; subscribe to `model` for content.
 */
export interface DocumentForm
  extends EditingState,
    Pick<
      Editing,
      | 'save'
      | 'act'
      | 'accept'
      | 'settle'
      | 'discard'
      | 'keepRecovered'
      | 'hold'
      | 'follow'
      | 'change'
      | 'asOneStep'
      | 'asOwnUndo'
      | 'undo'
      | 'redo'
      | 'takeBack'
    > {
  /** Current values at the time of the call. */
  readonly values: Content
  /** Key of the undo history; undefined for a document that does not exist yet. */
  readonly edited: Edited | undefined
  readonly edits: Edits
  readonly model: FormModel
  readonly setValue: (name: string, value: unknown) => void
  readonly sign: Sign
  readonly isDirty: boolean
  readonly issues: readonly Issue[]
}

interface DocumentFormParts {
  readonly place: DocumentPlace
  readonly initial: Doc | undefined
  readonly savesByItself: boolean
  readonly shownIn: 'page' | 'drawer'
  readonly onCreated: (doc: Doc) => void
}

/** Autosave delays in milliseconds: shorter if autosaves replace each other, longer if each is a revision. */
const SOON = 1500
const LATER = 8000
const NETWORK = ['online', 'offline'] as const
const NONE: readonly Issue[] = []

/** Connects `Editing` to React. The state is outside of React, so that it does not depend on what a render has seen. */
export function useDocumentForm(parts: DocumentFormParts): DocumentForm {
  const { place, initial, shownIn, onCreated } = parts
  const queries = useQueryClient()
  const { user } = useSession()
  const { entity, kind, locale } = place
  const editedOf = (id: string): Edited => ({
    document: [user.id, kind, entity.slug, id, shownIn].join('/'),
    locale: locale ?? '',
  })
  const [history] = useState(() => (initial ? historyOf(editedOf(initial.id)) : new UndoHistory()))
  const [editing] = useState(() => {
    const pause = entity.parameters.includes('autosave') ? SOON : LATER
    return new Editing({
      initial,
      fields: entity.fields,
      history,
      defaults: defaultsOf(entity),
      service: editingService(place, queries),
      memory: unsavedStore({ user: user.id, kind, slug: entity.slug, locale, place: shownIn }),
      clock: BROWSER,
      pause: parts.savesByItself ? pause : undefined,
    })
  })
  const [content] = useState(() => new EditedContent(editing, defaultsOf(entity)))
  const state = useSyncExternalStore(editing.subscribe, content.state)
  const { stored, failure } = state

  useEffect(() => {
    const close = editing.open()
    // Browsers report changes of the network; a request shows whether the service is available.
    for (const event of NETWORK) window.addEventListener(event, editing.nudge)
    window.addEventListener('pagehide', editing.note)
    return () => {
      for (const event of NETWORK) window.removeEventListener(event, editing.nudge)
      window.removeEventListener('pagehide', editing.note)
      close()
    }
  }, [editing])

  const isSignedOut = isApiError(failure?.error, 'unauthenticated')
  useEffect(() => {
    if (!isSignedOut) return undefined
    // Retry when the user returns from signing in in another window.
    window.addEventListener('focus', editing.nudge)
    return () => window.removeEventListener('focus', editing.nudge)
  }, [editing, isSignedOut])

  const { id: storedId, revision } = stored ?? {}
  useEffect(() => {
    if (revision === undefined || revision === initial?.revision) return
    noteRevision({ kind, slug: entity.slug, id: storedId, revision })
    void queries.invalidateQueries({
      queryKey: kind === 'global' ? keys.global(entity.slug) : keys.collection(entity.slug),
      // The form has the newest state, and live copies of past revisions don't change.
      predicate: ({ queryKey }) => !queryKey.includes('form') && !queryKey.includes('live'),
    })
  }, [queries, kind, entity.slug, storedId, revision, initial?.revision])

  const created = useEffectEvent(() => {
    if (!stored) return
    keepHistory(editedOf(stored.id), history)
    onCreated(stored)
  })
  const isCreated = initial === undefined && stored !== undefined
  useEffect(() => {
    if (isCreated) created()
  }, [isCreated])

  const edited = useMemo(
    () => (storedId === undefined ? undefined : editedOf(storedId)),
    // The place of a form stays, except for the id.
    [storedId],
  )
  return useMemo(
    () => ({
      ...state,
      edited,
      get values() {
        return content.values
      },
      get edits() {
        return editing.state.edits
      },
      model: content,
      setValue: (name, value) => editing.setValue(name, value),
      issues: state.failure?.issues ?? NONE,
      save: editing.save,
      act: editing.act,
      accept: editing.accept,
      settle: editing.settle,
      discard: editing.discard,
      keepRecovered: editing.keepRecovered,
      hold: editing.hold,
      follow: editing.follow,
      change: editing.change,
      asOneStep: editing.asOneStep,
      asOwnUndo: editing.asOwnUndo,
      undo: editing.undo,
      redo: editing.redo,
      takeBack: editing.takeBack,
    }),
    [state, content, editing, edited],
  )
}

/** Idle work begins after this time at the latest, in milliseconds. */
const LATEST = 1000

const BROWSER: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
  whenIdle: (milliseconds, run) => {
    let idle: number | undefined
    const timer = setTimeout(() => {
      // Older versions of Safari lack it.
      if ('requestIdleCallback' in window) idle = requestIdleCallback(run, { timeout: LATEST })
      else run()
    }, milliseconds)
    return () => {
      clearTimeout(timer)
      if (idle !== undefined) cancelIdleCallback(idle)
    }
  },
}

/** Default values of the schema: shown, but not sent. */
function defaultsOf({ fields }: EntitySchema): Content {
  return Object.fromEntries(
    fields.flatMap((field) => (field.default === undefined ? [] : [[field.name, field.default]])),
  )
}
