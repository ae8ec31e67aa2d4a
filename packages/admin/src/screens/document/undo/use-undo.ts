import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { toast } from '../../../design/toasts.tsx'
import { onAskedToUndo, type UndoKey, undoKeyOf } from '../../../fields/undo-keys.ts'
import { rowWords } from '../../../words/rows.ts'
import { sharedWords } from '../../../words/shared.ts'
import { undoWords } from '../../../words/document.ts'
import { useWords } from '../../../words/use-words.ts'
import type { DocumentForm } from '../use-document-form.ts'
import { beginJourney, endJourney, redoableElsewhere, type StepElsewhere, undoableElsewhere } from './kept-histories.ts'
import { caretAt, noteText, showStep } from './show-step.ts'
import { removalText } from './step-name.ts'
import type { UndoStep } from './undo-history.ts'
import type { Travel } from './undoable-edits.ts'

/** Undo and redo with the names of their steps; undefined if there is none, or the form is read-only. */
export interface Undo {
  readonly undo: (() => void) | undefined
  readonly redo: (() => void) | undefined
  readonly undoable: NextStep | undefined
  readonly redoable: NextStep | undefined
}

interface NextStep {
  readonly step: UndoStep
  /** The language that it was made in, if that is not the one that is shown. */
  readonly locale?: string
}

interface UndoParts {
  readonly form: DocumentForm
  readonly isReadOnly: boolean
  /** Goes to a field outside of the viewport; rows are named by ids. */
  readonly openField: (path: string) => void
  /** The drawer of the form, if any: a key belongs to the form where it is pressed. */
  readonly within?: RefObject<HTMLElement | null>
  /** Shows the document in another language. */
  readonly openLanguage?: (locale: string) => void
}

/** Undo and redo of a form: keys, buttons, and a toast after rows were removed. */
export function useUndo({ form, isReadOnly, openField, within, openLanguage }: UndoParts): Undo {
  const said = useWords(undoWords)
  const ofRows = useWords(rowWords)
  const { undo: undoLabel } = useWords(sharedWords)
  const { undoable, redoable, edited } = form
  const before = openLanguage && edited && undoableElsewhere(edited, undoable)
  const after = openLanguage && edited && redoableElsewhere(edited, redoable)

  function show(travel: Travel | undefined, isBack: boolean, text = noteText()): void {
    if (!travel) return
    if (!travel.isDone) toast(said.notAnyMore)
    else if (!travel.isWhole) toast(said.partly)
    if (!travel.isDone) return
    void showStep(travel.step, isBack, within?.current ?? document, openField).then(() => caretAt(text))
  }
  function go(to: StepElsewhere | undefined, way: 'undo' | 'redo'): void {
    if (!to || !edited) return
    beginJourney({ ...edited, locale: to.locale }, way)
    openLanguage?.(to.locale)
  }
  const undoHere = isReadOnly || !undoable ? undefined : () => show(form.undo(), true)
  const redoHere = isReadOnly || !redoable ? undefined : () => show(form.redo(), false)
  const undo = before && !isReadOnly ? () => go(before, 'undo') : undoHere
  const redo = after && !isReadOnly ? () => go(after, 'redo') : redoHere

  const arrive = useEffectEvent(() => {
    const way = edited && endJourney(edited)
    if (way === 'undo') undoHere?.()
    else if (way === 'redo') redoHere?.()
  })
  useEffect(() => {
    if (!isReadOnly) arrive()
  }, [isReadOnly])

  const onAsked = useEffectEvent((from: EventTarget | null, way: UndoKey) => {
    const isAsked = isOurs(from, within)
    if (isAsked && way === 'undo') undo?.()
    else if (isAsked) redo?.()
    return isAsked
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const way = undoKeyOf(event)
      if (way !== undefined && !event.defaultPrevented && onAsked(event.target, way)) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    const stop = onAskedToUndo(onAsked)
    return () => {
      window.removeEventListener('keydown', onKey)
      stop()
    }
  }, [])

  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])

  const told = useRef({ id: undoable?.id ?? 0, ends: new AbortController() })
  const tell = useEffectEvent(() => {
    // The step was undone by other means.
    if ((undoable?.id ?? 0) < told.current.id) told.current.ends.abort()
    if (!undoable || undoable.id <= told.current.id) return
    const title = removalText(undoable, said, ofRows)
    const { id } = undoable
    if (title === undefined) return
    const ends = new AbortController()
    told.current = { id, ends }
    const run = () => {
      const travel = form.takeBack(id)
      if (!isLeft.current) show(travel, true, undefined)
      // The toast outlives the form, so autosave may be off.
      else if (travel?.isDone) void form.save()
    }
    toast(title, { action: { label: undoLabel, run }, until: ends.signal })
  })
  useEffect(() => tell(), [undoable])

  return {
    undo,
    redo,
    undoable: before ?? (undoable && { step: undoable }),
    redoable: after ?? (redoable && { step: redoable }),
  }
}

/** Leaves undo in other dialogs, and in inputs outside of the document such as search, to the browser. */
function isOurs(target: EventTarget | null, within: UndoParts['within']): boolean {
  if (!(target instanceof HTMLElement)) return false
  const dialog = target.closest('[role="dialog"], [role="alertdialog"]')
  if (dialog !== (within?.current?.closest('[role="dialog"]') ?? null)) return false
  if (!target.matches('input, textarea')) return true
  const isSearch = target.matches('[data-own-text]') && (target as HTMLInputElement).value !== ''
  return !isSearch && target.closest('[data-field]') !== null
}
