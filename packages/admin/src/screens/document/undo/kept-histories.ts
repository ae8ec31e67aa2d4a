import { type UndoStep, UndoHistory } from './undo-history.ts'

/** Number of documents and languages whose undo steps are kept while others are open. */
const MOST = 12

/** A document in one language; the locale is empty if the document is not localized. */
export interface Edited {
  readonly document: string
  readonly locale: string
}

interface KeptHistory extends Edited {
  readonly history: UndoHistory
}

const kept = new Map<string, KeptHistory>()

const historyKey = ({ document, locale }: Edited) => `${document}/${locale}`

/** The undo steps of a document that was open before, or none. */
export function historyOf(edited: Edited): UndoHistory {
  return keepHistory(edited, kept.get(historyKey(edited))?.history ?? new UndoHistory())
}

/** Keeps the undo steps of a new document once it has an id. */
export function keepHistory(edited: Edited, history: UndoHistory): UndoHistory {
  const key = historyKey(edited)
  kept.delete(key)
  kept.set(key, { ...edited, history })
  const [oldest] = kept.keys()
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest)
  return history
}

export interface StepElsewhere {
  readonly step: UndoStep
  readonly locale: string
}

/** The step that undo takes back next, if it was made in another language of the document. */
export function undoableElsewhere(edited: Edited, own: UndoStep | undefined): StepElsewhere | undefined {
  const found = newest(
    others(edited).flatMap(({ history, locale }) => stepOf(history.last, locale)),
    orderOf,
  )
  return found && orderOf(found) > (own?.order ?? 0) ? found : undefined
}

/** The step that redo repeats next, if it was undone in another language of the document. */
export function redoableElsewhere(edited: Edited, own: UndoStep | undefined): StepElsewhere | undefined {
  const found = newest(
    others(edited).flatMap(({ history, locale }) => stepOf(history.next, locale)),
    undoneOf,
  )
  if (!found) return undefined
  const made = sameDocument(edited).map(({ history }) => history.last?.order ?? 0)
  // A later change may depend on the undone state, so the step can't be redone.
  const isOvertaken = made.some((order) => order > undoneOf(found))
  return !isOvertaken && undoneOf(found) > (own?.undone ?? 0) ? found : undefined
}

const orderOf = ({ step }: StepElsewhere) => step.order
const undoneOf = ({ step }: StepElsewhere) => step.undone ?? 0

function stepOf(step: UndoStep | undefined, locale: string): StepElsewhere[] {
  return step ? [{ step, locale }] : []
}

function newest(found: readonly StepElsewhere[], order: (one: StepElsewhere) => number): StepElsewhere | undefined {
  return found.toSorted((one, other) => order(other) - order(one))[0]
}

function sameDocument({ document }: Edited): readonly KeptHistory[] {
  return [...kept.values()].filter((one) => one.document === document)
}

function others(edited: Edited): readonly KeptHistory[] {
  return sameDocument(edited).filter(({ locale }) => locale !== edited.locale)
}

/** The step to undo or redo once the document is shown in its language. */
let journey: (Edited & { readonly way: 'undo' | 'redo'; readonly at: number }) | undefined

/** Milliseconds until a switch of the language counts as given up. */
const LONGEST_JOURNEY = 10_000

export function beginJourney(to: Edited, way: 'undo' | 'redo'): void {
  journey = { ...to, way, at: Date.now() }
}

/** Returns, once, whether the language was opened to undo or to redo. */
export function endJourney({ document, locale }: Edited): 'undo' | 'redo' | undefined {
  if (journey?.document !== document || journey.locale !== locale) return undefined
  const { way, at } = journey
  journey = undefined
  return Date.now() - at <= LONGEST_JOURNEY ? way : undefined
}
