/** Elements that act on a click. Text inputs are not among them: they take the focus on the press itself. */
export const CLICKABLE = [
  'a[href], button, label, summary, input:is([type="checkbox"], [type="radio"], [type="file"])',
  '[role="option"], [role^="menuitem"], [role="tab"], [role="checkbox"], [role="radio"], [role="switch"]',
].join(', ')

/** How far the pointer may move during a click, in pixels. Moving it further cancels the click. */
const TREMBLE = 4

interface Press {
  readonly element: Element
  readonly x: number
  readonly y: number
}

/**
 * Clicks the element that the user pressed, even if it moved before the release: a response can shorten a list, or add
 * a button to a bar, while the pointer is down. The browser would then click neither the pressed element nor the one
 * that is under the pointer now. If the pointer has moved too, or the element is gone or behind a dialog, the browser's
 * own click stands.
 */
export function clickWhatWasPressed(): void {
  let press: Press | undefined
  /** True while the browser's own release and click are still to be dropped. */
  let isRedirected = false

  function onDown(event: PointerEvent): void {
    isRedirected = false
    const { target, isPrimary, button, clientX: x, clientY: y } = event
    const element = target instanceof Element && isPrimary && button === 0 ? target.closest(CLICKABLE) : null
    press = element ? { element, x, y } : undefined
  }

  function onRelease(event: MouseEvent): void {
    // Skips clicks of the keyboard and of code, such as those that are dispatched here.
    if (!event.isTrusted || (event.type === 'click' && event.detail === 0)) return
    if (isRedirected) return drop(event)
    const pressed = press
    // The browser captures the pointer of a touch, so that only its later mouse events and click can miss the element.
    if (event.type !== 'pointerup') press = undefined
    if (!pressed || !hasMovedAway(pressed, event)) return
    press = undefined
    isRedirected = true
    // The browser dispatches the rest of the release in the same task.
    setTimeout(() => (isRedirected = false))
    drop(event)
    redirect(pressed.element, event)
  }

  window.addEventListener('pointerdown', onDown, { capture: true })
  for (const type of ['pointerup', 'mouseup', 'click'] as const)
    window.addEventListener(type, onRelease, { capture: true })
}

function hasMovedAway({ element, x, y }: Press, { target, clientX, clientY }: MouseEvent): boolean {
  if (!(target instanceof Node) || element.contains(target)) return false
  const isStill = Math.abs(clientX - x) <= TREMBLE && Math.abs(clientY - y) <= TREMBLE
  return isStill && element.isConnected && element.closest('[inert], [data-base-ui-inert]') === null
}

function drop(event: MouseEvent): void {
  event.stopImmediatePropagation()
  event.preventDefault()
}

/** Dispatches the release too, for components that track the pointer. */
function redirect(element: Element, event: MouseEvent): void {
  if (event.type === 'pointerup') element.dispatchEvent(new PointerEvent('pointerup', event))
  if (event.type !== 'click') element.dispatchEvent(new MouseEvent('mouseup', event))
  element.dispatchEvent(new PointerEvent('click', clickOf(event)))
}

function clickOf({ clientX, clientY, screenX, screenY, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) {
  const place = { clientX, clientY, screenX, screenY }
  return { bubbles: true, cancelable: true, composed: true, detail: 1, ...place, ctrlKey, metaKey, shiftKey, altKey }
}
