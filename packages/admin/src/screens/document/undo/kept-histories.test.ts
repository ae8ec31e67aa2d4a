import { describe, expect, it } from 'vitest'
import { beginJourney, endJourney, historyOf, redoableElsewhere, undoableElsewhere } from './kept-histories.ts'
import type { UndoHistory } from './undo-history.ts'

let documents = 0

/** The histories of a document in two languages. */
function twoLanguages() {
  documents += 1
  const edited = (locale: string) => ({ document: `document ${documents}`, locale })
  const of = (locale: string) => ({ edited: edited(locale), history: historyOf(edited(locale)) })
  return { en: of('en'), de: of('de') }
}

function change(history: UndoHistory, name: string): void {
  const deed = { kind: 'changed', path: name, field: undefined, rows: [] } as const
  history.record(deed, { [name]: { before: null, after: name } }, 0)
}

function undo(history: UndoHistory): void {
  const step = history.takeLast()
  if (step) history.putUndone(step)
}

describe('the undo history of a document in several languages', () => {
  it('is undone in the order in which changes were made', () => {
    const { en, de } = twoLanguages()
    change(en.history, 'title')
    change(de.history, 'title')
    expect(undoableElsewhere(en.edited, en.history.last)).toMatchObject({ locale: 'de' })
    expect(undoableElsewhere(de.edited, de.history.last)).toBeUndefined()
    undo(de.history)
    expect(undoableElsewhere(de.edited, de.history.last)).toMatchObject({ locale: 'en' })
    expect(undoableElsewhere(en.edited, en.history.last)).toBeUndefined()
  })

  it('is redone in the order in which changes were undone', () => {
    const { en, de } = twoLanguages()
    change(en.history, 'title')
    change(de.history, 'title')
    undo(de.history)
    undo(en.history)
    expect(redoableElsewhere(de.edited, de.history.next)).toMatchObject({ locale: 'en' })
    const step = en.history.takeNext()
    if (step) en.history.putDone(step)
    expect(redoableElsewhere(en.edited, en.history.next)).toMatchObject({ locale: 'de' })
  })

  it('is not redone over later changes', () => {
    const { en, de } = twoLanguages()
    change(de.history, 'title')
    undo(de.history)
    change(en.history, 'room')
    expect(redoableElsewhere(en.edited, en.history.next)).toBeUndefined()
  })

  it('stays with its document', () => {
    const [one, other] = [twoLanguages(), twoLanguages()]
    change(one.de.history, 'title')
    expect(undoableElsewhere(other.en.edited, undefined)).toBeUndefined()
  })

  it('is followed once, and only in the requested language', () => {
    const { en, de } = twoLanguages()
    beginJourney(de.edited, 'undo')
    expect(endJourney(en.edited)).toBeUndefined()
    expect(endJourney(de.edited)).toBe('undo')
    expect(endJourney(de.edited)).toBeUndefined()
  })
})
