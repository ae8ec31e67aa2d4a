import { focusNeighbour, focusRow, rowIn } from '../../../fields/focus-field.ts'
import type { UndoStep } from './undo-history.ts'

interface NotedText {
  readonly box: HTMLInputElement | HTMLTextAreaElement
  readonly text: string
}

/** The text in the focused input, before it is undone. */
export function noteText(): NotedText | undefined {
  const box = document.activeElement
  if (!(box instanceof HTMLTextAreaElement) && !(box instanceof HTMLInputElement)) return undefined
  return { box, text: box.value }
}

/** Puts the caret behind the change; browsers would put it at the end. */
export function caretAt(noted: NotedText | undefined): void {
  if (!noted || document.activeElement !== noted.box || noted.box.value === noted.text) return
  const { box, text } = noted
  const now = box.value
  const most = Math.min(text.length, now.length)
  let same = 0
  while (same < most && text.at(-1 - same) === now.at(-1 - same)) same += 1
  try {
    box.setSelectionRange(now.length - same, now.length - same)
  } catch {
    // Inputs for numbers and addresses have no settable caret.
  }
}

/** Scrolls to an undone or redone step and focuses its field, or the header of its row. */
export async function showStep(
  { deed }: UndoStep,
  isBack: boolean,
  within: ParentNode,
  openField: (path: string) => void,
): Promise<void> {
  const { kind, path, rows } = deed
  await drawn()
  const isGone = kind === (isBack ? 'added' : 'removed')
  const [id] = isGone ? [] : rows.map((row) => row['id'])
  if (typeof id === 'string' && focusRow(within, id)) return
  const field = fieldIn(within, path)
  if (!field) openField(path)
  else if (isGone) focusNeighbour(field, undefined)
  else if (!field.contains(document.activeElement)) openField(path)
}

function fieldIn(within: ParentNode, path: string): HTMLElement | null {
  const parts = path.split('.')
  const at = parts.findLastIndex((part, index) => index > 0 && rowIn(within, part) !== null)
  if (at < 0) return within.querySelector(`[data-field="${CSS.escape(path)}"]`)
  const row = rowIn(within, parts[at] ?? '')
  const inside = [row?.getAttribute('data-row'), ...parts.slice(at + 1)].join('.')
  return row?.querySelector(`[data-field="${CSS.escape(inside)}"]`) ?? null
}

/** Waits until the change is rendered. */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}
