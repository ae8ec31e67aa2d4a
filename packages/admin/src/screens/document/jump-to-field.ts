import { inputOf } from '../../fields/focus-field.ts'

/**
 * Scrolls to a field and focuses it, or its nearest existing parent. Opens the rows around it. Rows may be named by
 * ids.
 */
export async function jumpToField(path: string, within: ParentNode = document): Promise<void> {
  const parts = (await unfoldedPath(path, within)).split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const at = CSS.escape(parts.slice(0, length).join('.'))
    const section = within.querySelector(`[data-row="${at}"]`)
    const row = section ?? within.querySelector(`[data-field="${at}"]`)
    if (!row) continue
    const panel = row.closest('[role="tabpanel"][hidden]')
    if (panel) {
      document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.click()
      // Wait only if something was opened: keys typed at once must reach the field.
      await nextFrame()
    }
    const place = section ? 'start' : 'center'
    row.scrollIntoView({ block: place })
    const target = section
      ? section.querySelector<HTMLElement>('[data-fold]')
      : (inputOf(row) ?? (await inputToCome(row)))
    target?.focus({ preventScroll: true })
    // Sections on the way change their height when they come into view.
    await nextFrame()
    row.scrollIntoView({ block: place })
    return
  }
}

/** Frames to wait for a lazily loaded input, and for the fields of a section. */
const PATIENCE = 60

async function inputToCome(row: Element): Promise<HTMLElement | undefined> {
  for (let frame = 0; frame < PATIENCE && row.isConnected; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const input = inputOf(row)
    if (input) return input
  }
  return undefined
}

async function unfoldedPath(path: string, within: ParentNode): Promise<string> {
  let at = ''
  for (const part of path.split('.')) {
    const next = at === '' ? part : `${at}.${part}`
    const row =
      within.querySelector(`[data-row="${CSS.escape(next)}"]`) ??
      within.querySelector(`[data-row^="${CSS.escape(at)}."][data-row-id="${CSS.escape(part)}"]`)
    at = row?.getAttribute('data-row') ?? next
    const fold = row?.querySelector<HTMLElement>(`[data-fold="${CSS.escape(at)}"][aria-expanded="false"]`)
    if (fold) {
      fold.click()
      await nextFrame()
    }
    if (row) await made(row)
  }
  return at
}

/** Waits for the fields of an open section, which render when it comes near the viewport. */
async function made(row: Element): Promise<void> {
  const isAwaited = () => row.querySelector('[data-awaited]')?.closest('[data-row]') === row
  for (let frames = 0; frames < PATIENCE && isAwaited(); frames += 1) {
    row.scrollIntoView({ block: 'center' })
    await nextFrame()
  }
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}

/** The path of the field that contains an element, with ids of rows instead of indexes. */
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
