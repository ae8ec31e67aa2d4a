import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { toast } from '../../../design/toasts.tsx'
import { rowWords } from '../../../words/rows.ts'
import { sharedWords } from '../../../words/shared.ts'
import { undoWords } from '../../../words/undo.ts'
import { useWords } from '../../../words/use-words.ts'
import type { DocumentForm } from '../use-document-form.ts'
import { caretAt, noteText, showStep } from './show-step.ts'
import { removalText } from './step-name.ts'
import type { Travel } from './undoable-edits.ts'

/** How to undo and redo, and what it is; undefined where there is nothing, or nothing may be changed. */
export interface Undo {
  readonly undo: (() => void) | undefined
  readonly redo: (() => void) | undefined
}

interface UndoParts {
  readonly form: DocumentForm
  readonly isReadOnly: boolean
  /** Goes to a field that is not in view; rows are named by their ids. */
  readonly openField: (path: string) => void
  /** Where the form is, if it is in a drawer; keys belong to the form that they are pressed in. */
  readonly within?: RefObject<HTMLElement | null>
}

/** Undo and redo of a form: by keys, by buttons, and by a toast after rows were removed. */
export function useUndo({ form, isReadOnly, openField, within }: UndoParts): Undo {
  const said = useWords(undoWords)
  const ofRows = useWords(rowWords)
  const { undo: undoLabel } = useWords(sharedWords)
  const { undoable, redoable } = form

  function show(travel: Travel | undefined, isBack: boolean, text = noteText()): void {
    if (!travel) return
    if (!travel.isDone) toast(said.notAnyMore)
    else if (!travel.isWhole) toast(said.partly)
    if (!travel.isDone) return
    void showStep(travel.step, isBack, within?.current ?? document, openField).then(() => caretAt(text))
  }
  const undo = isReadOnly || !undoable ? undefined : () => show(form.undo(), true)
  const redo = isReadOnly || !redoable ? undefined : () => show(form.redo(), false)

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const way = wayOf(event)
    if (way === undefined || event.defaultPrevented || !isOurs(event.target, within?.current)) return
    event.preventDefault()
    if (way === 'undo') undo?.()
    else redo?.()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  const told = useRef(0)
  const tell = useEffectEvent(() => {
    if (!undoable || undoable.id <= told.current) return
    told.current = undoable.id
    const title = removalText(undoable, said, ofRows)
    const { id } = undoable
    if (title !== undefined)
      toast(title, { action: { label: undoLabel, run: () => show(form.takeBack(id), true, undefined) } })
  })
  useEffect(() => tell(), [undoable])

  return { undo, redo }
}

function wayOf({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if ((!ctrlKey && !metaKey) || altKey) return undefined
  const pressed = key.toLowerCase()
  if (pressed === 'z') return shiftKey ? 'redo' : 'undo'
  return pressed === 'y' && !shiftKey ? 'redo' : undefined
}

/**
 * Dialogs other than the drawer of the form, and texts that are no part of the document, such as what is searched for,
 * are left to the browser.
 */
function isOurs(target: EventTarget | null, within: HTMLElement | null | undefined): boolean {
  if (!(target instanceof HTMLElement)) return within === undefined
  const dialog = target.closest('[role="dialog"], [role="alertdialog"]')
  if (within === undefined ? dialog !== null : !within?.contains(target) && dialog !== within?.closest('[role="dialog"]'))
    return false
  const isText = target.matches('input, textarea')
  if (!isText) return true
  const isSearch = target.matches('[data-own-text]') && (target as HTMLInputElement).value !== ''
  return !isSearch && target.closest('[data-field]') !== null
}
