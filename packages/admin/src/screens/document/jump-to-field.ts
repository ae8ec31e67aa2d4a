import { inputOf } from '../../fields/focus-first-field.ts'

/**
 * To the field itself, or the nearest one around it that is there. Rows may be named by their ids; those around it are
 * unfolded.
 */
export async function jumpToField(path: string, within: ParentNode = document): Promise<void> {
  const parts = (await unfoldedPath(path, within)).split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const row = within.querySelector(`[data-field="${CSS.escape(parts.slice(0, length).join('.'))}"]`)
    if (!row) continue
    const panel = row.closest('[role="tabpanel"][hidden]')
    if (panel) {
      document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.click()
      // By then it is shown. Elsewhere there is nothing to wait for, and what is typed at once belongs into the field.
      await nextFrame()
    }
    row.scrollIntoView({ block: 'center' })
    const input = inputOf(row) ?? (await inputToCome(row))
    input?.focus()
    return
  }
}

/** Frames to wait for an input whose code is loaded on first use. */
const PATIENCE = 60

async function inputToCome(row: Element): Promise<HTMLElement | undefined> {
  for (let frame = 0; frame < PATIENCE && row.isConnected; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const input = inputOf(row)
    if (input) return input
  }
  return undefined
}

/** The path with the indexes of rows. What is in a folded row exists once that has been opened. */
async function unfoldedPath(path: string, within: ParentNode): Promise<string> {
  let at = ''
  for (const part of path.split('.')) {
    const next = at === '' ? part : `${at}.${part}`
    const row =
      within.querySelector(`[data-row="${CSS.escape(next)}"]`) ??
      within.querySelector(`[data-row^="${CSS.escape(at)}."][data-row-id="${CSS.escape(part)}"]`)
    at = row?.getAttribute('data-row') ?? next
    const fold = row?.querySelector<HTMLElement>(`[data-fold="${CSS.escape(at)}"][aria-expanded="false"]`)
    if (!fold) continue
    fold.click()
    await nextFrame()
  }
  return at
}

/** What was changed is shown by then. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}

/** The path of the field that an element is in, with the ids of rows in the place of their indexes. */
export function fieldPathOf(element: Element): string | undefined {
  const path = element.closest('[data-field]')?.getAttribute('data-field')
  if (path === null || path === undefined) return undefined
  const parts = path.split('.')
  for (let row = element.closest('[data-row]'); row; row = row.parentElement?.closest('[data-row]') ?? null) {
    const index = (row.getAttribute('data-row') ?? '').split('.').length - 1
    const id = row.getAttribute('data-row-id')
    if (id !== null && index < parts.length) parts[index] = id
  }
  return parts.join('.')
}
