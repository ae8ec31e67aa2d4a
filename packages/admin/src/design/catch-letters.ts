import { useCallback, useRef, useState } from 'react'
import { errorWords, explain } from '../data/error-words.ts'
import { useWords } from '../words/use-words.ts'
import { toastError } from './toasts.tsx'

/** Captured letters are dropped after this time if no input collects them. */
const LONGEST = 2000

/**
 * Captures typed letters until they are collected. Without it, letters typed between a shortcut and the focus of its
 * input would reach the document behind it, or run as shortcuts.
 */
export function catchLetters(): () => string {
  let letters = ''
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Backspace') letters = letters.slice(0, -1)
    else if (event.key.length === 1) letters += event.key
    else if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  const stop = () => window.removeEventListener('keydown', onKey, { capture: true })
  window.addEventListener('keydown', onKey, { capture: true })
  const timer = setTimeout(stop, LONGEST)
  return () => {
    clearTimeout(timer)
    stop()
    const taken = letters
    letters = ''
    return taken
  }
}

interface SearchDialog<Subject> {
  /** What it is open for; undefined while it is closed. */
  readonly subject: Subject | undefined
  readonly open: (subject: Subject) => void
  readonly close: () => void
  /** Letters typed before its input had the focus. */
  readonly takeLetters: () => string
}

/** A dialog with a search, whose code is loaded when it first opens. Keeps the letters that are typed until then. */
export function useSearchDialog<Subject>(load: () => Promise<unknown>): SearchDialog<Subject> {
  const errors = useWords(errorWords)
  const [subject, setSubject] = useState<Subject>()
  const isOpen = useRef(false)
  const caught = useRef<() => string>(() => '')
  const open = useCallback(
    (wanted: Subject) => {
      if (isOpen.current) return
      isOpen.current = true
      caught.current = catchLetters()
      load().then(
        () => setSubject(wanted),
        (error: unknown) => {
          isOpen.current = false
          caught.current()
          toastError(explain(error, errors))
        },
      )
    },
    [load, errors],
  )
  const close = useCallback(() => {
    isOpen.current = false
    setSubject(undefined)
  }, [])
  const takeLetters = useCallback(() => caught.current(), [])
  return { subject, open, close, takeLetters }
}
