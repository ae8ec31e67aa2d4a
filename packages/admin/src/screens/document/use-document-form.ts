import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isApiError, isOffline } from '../../data/api-error.ts'
import type { Doc } from '../../data/document.ts'
import { documentApi, type Place, savesByItself } from '../../data/document-api.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { keys } from '../../data/use-documents.ts'
import { setReachable } from '../../data/use-online.ts'
import { conflictsOf, type Content, type Edits, withEdit, withoutSaved } from './edits.ts'
import { forgetUnsaved, keepUnsaved, readUnsaved } from './unsaved-store.ts'

export type SaveState = 'clean' | 'unsaved' | 'saving' | 'offline' | 'failed'

export interface Conflict {
  readonly theirs: Doc
  readonly names: readonly string[]
}

export interface DocumentForm {
  /** As stored; undefined for a document that does not exist yet. */
  readonly stored: Doc | undefined
  readonly values: Content
  readonly edits: Edits
  readonly setValue: (name: string, value: unknown) => void
  readonly state: SaveState
  readonly isDirty: boolean
  readonly savedAt: Date | undefined
  readonly error: unknown
  readonly conflict: Conflict | undefined
  /** Ends a conflict: their state is the ground now, and these are the edits on it. */
  readonly settle: (edits: Edits) => Promise<Doc | undefined>
  /** When the edits were typed that a former visit did not save. */
  readonly recoveredAt: string | undefined
  readonly discard: () => void
  /** Undefined if it was refused; `error` then says why. */
  readonly save: (isAutosave?: boolean) => Promise<Doc | undefined>
  /** After a change that is not one of content, such as publishing. */
  readonly accept: (doc: Doc) => void
  readonly fail: (error: unknown) => void
}

/** After the last key: where the service keeps no trace of autosaves, soon; where each is a revision, later. */
const SOON = 1500
const LATER = 8000
const AGAIN = 5000
const NETWORK = ['online', 'offline'] as const

/** A document while it is edited. Whatever happens to the network, the form holds what was typed, and so does the device. */
export function useDocumentForm(
  place: Place,
  initial: Doc | undefined,
  key: string,
  onCreated: (doc: Doc) => void,
): DocumentForm {
  const queries = useQueryClient()
  const { entity, kind } = place
  const api = documentApi(place)
  const [stored, setStored] = useState(initial)
  const [recovered] = useState(() => readUnsaved(key))
  const [edits, setEdits] = useState<Edits>(() => recovered?.edits ?? {})
  const [isSaving, setSaving] = useState(false)
  const [savedAt, setSavedAt] = useState<Date>()
  const [error, setError] = useState<unknown>()
  const [conflict, setConflict] = useState<Conflict>()
  const [recoveredAt, setRecoveredAt] = useState(recovered?.at)
  const running = useRef<Promise<Doc | undefined>>(undefined)
  const isDirty = Object.keys(edits).length > 0

  function accept(doc: Doc, sent: Edits = {}): void {
    setStored(doc)
    setEdits((old) => withoutSaved(old, sent))
    setError(undefined)
    setConflict(undefined)
    setRecoveredAt(undefined)
    void queries.invalidateQueries({
      queryKey: kind === 'global' ? keys.global(entity.slug) : keys.collection(entity.slug),
      // The form itself knows better.
      predicate: ({ queryKey }) => !queryKey.includes('form'),
    })
  }

  async function send(ground: Doc | undefined, sent: Edits, isAutosave: boolean): Promise<Doc | undefined> {
    setSaving(true)
    try {
      const doc = ground ? await api.save(sent, { ifMatch: ground.revision, isAutosave }) : await api.create(sent)
      setReachable(true)
      accept(doc, sent)
      setSavedAt(new Date())
      if (!ground) {
        forgetUnsaved(key)
        onCreated(doc)
      }
      return doc
    } catch (failure) {
      setReachable(!isOffline(failure))
      if (ground && isApiError(failure, 'revision_conflict')) return await meet(ground, sent)
      setError(failure)
      return undefined
    } finally {
      setSaving(false)
    }
  }

  /** Somebody else was faster. If they changed other fields, both changes stand; otherwise the user decides. */
  async function meet(ground: Doc, sent: Edits): Promise<Doc | undefined> {
    const theirs = await api.read()
    const names = conflictsOf(ground, theirs, sent)
    if (names.length > 0) {
      setConflict({ theirs, names })
      return undefined
    }
    setStored(theirs)
    return send(theirs, sent, false)
  }

  /** One at a time: a second save waits for the first, and then sends what is still unsaved. */
  async function save(isAutosave = false): Promise<Doc | undefined> {
    await running.current
    if (conflict) return undefined
    if (stored && !isDirty) return stored
    running.current = send(stored, edits, isAutosave)
    return running.current
  }

  const saveByItself = useEffectEvent(() => void save(true))
  const mayAutosave = savesByItself(entity) && stored !== undefined && !conflict && !isRefused(error)
  const pause = isOffline(error) ? AGAIN : entity.parameters.includes('autosave') ? SOON : LATER
  useEffect(() => {
    if (!isDirty || isSaving || !mayAutosave) return undefined
    const now = () => saveByItself()
    const timer = setTimeout(now, pause)
    // A browser that knows of its network says when it is back, and when it goes: to try at once tells what the service makes of it.
    // Others are asked every few seconds.
    for (const event of NETWORK) window.addEventListener(event, now)
    return () => {
      clearTimeout(timer)
      for (const event of NETWORK) window.removeEventListener(event, now)
    }
  }, [edits, isDirty, isSaving, mayAutosave, pause])

  useEffect(() => {
    if (isDirty) keepUnsaved(key, { edits, revision: stored?.revision ?? 0, at: new Date().toISOString() })
    else forgetUnsaved(key)
  }, [key, edits, isDirty, stored?.revision])

  return {
    stored,
    values: { ...(stored ?? defaultsOf(entity)), ...edits },
    edits,
    setValue: (name, value) => {
      setEdits((old) => withEdit(old, stored ?? {}, name, value))
      if (isRefused(error)) setError(undefined)
    },
    state: isSaving ? 'saving' : isOffline(error) ? 'offline' : error ? 'failed' : isDirty ? 'unsaved' : 'clean',
    isDirty,
    savedAt,
    error,
    conflict,
    settle: async (chosen) => {
      if (!conflict) return undefined
      const { theirs } = conflict
      setConflict(undefined)
      setStored(theirs)
      setEdits(chosen)
      if (Object.keys(chosen).length === 0) return theirs
      running.current = send(theirs, chosen, false)
      return running.current
    },
    recoveredAt,
    discard: () => {
      setEdits({})
      setRecoveredAt(undefined)
      setError(undefined)
    },
    save,
    accept: (doc) => accept(doc),
    fail: setError,
  }
}

/** What the service fills in by itself, as far as it tells: shown, but not sent. */
function defaultsOf({ fields }: EntitySchema): Content {
  return Object.fromEntries(
    fields.flatMap((field) => (field.default === undefined ? [] : [[field.name, field.default]])),
  )
}

/** Sending the same again would be refused again. */
function isRefused(error: unknown): boolean {
  return error !== undefined && !isOffline(error)
}
