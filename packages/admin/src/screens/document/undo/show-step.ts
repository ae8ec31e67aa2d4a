import { focusNeighbour, focusRow, rowIn } from '../../../fields/focus-row.ts'
import type { Step } from './undo-history.ts'

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

/** Puts the caret behind what has changed in it, and not to the end, where browsers put it. */
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
    // Numbers and addresses have no caret that could be set.
  }
}

/** Shows where a step was undone or repeated, and lets the work go on there. Rows have the focus on their head. */
export async function showStep(
  { deed }: Step,
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

/** The element of a field whose path has the ids of rows in the place of their indexes. */
function fieldIn(within: ParentNode, path: string): HTMLElement | null {
  const parts = path.split('.')
  const at = parts.findLastIndex((part, index) => index > 0 && rowIn(within, part) !== null)
  if (at < 0) return within.querySelector(`[data-field="${CSS.escape(path)}"]`)
  const row = rowIn(within, parts[at] ?? '')
  const inside = [row?.getAttribute('data-row'), ...parts.slice(at + 1)].join('.')
  return row?.querySelector(`[data-field="${CSS.escape(inside)}"]`) ?? null
}

/** What was changed is shown by then. */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}
