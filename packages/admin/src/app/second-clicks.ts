import type { RouterHistory } from '@tanstack/react-router'
import { CLICKABLE } from './moved-clicks.ts'

/** Layers are popups, with dialogs, menus and messages among them, and the screens below. */
const POPUP = '[data-base-ui-portal]'
const SCREEN = '#content > *'

/** The longest pause within a double click, in milliseconds; the default of desktop systems. */
const DOUBLE_CLICK = 500
/** How long after a change of the screen people still press what was there before, in milliseconds. */
const REACTION = 300
/** How far apart the presses of a double click may be, in pixels. */
const NEAR = { mouse: 12, touch: 30 }

/** Everything that the browser dispatches for a press and its release. */
const OF_PRESS = ['mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'] as const

interface Press {
  readonly layer: Element | null
  /** What acts on it. */
  readonly element: Element | null
  readonly scrolled: number
  readonly x: number
  readonly y: number
  readonly at: number
  readonly isTouch: boolean
}

/**
 * Drops a press that was meant for a layer that is no longer there. The first click of a double click can close a dialog
 * or open one; the second click would then act on whatever is at the same place. The same holds for a click on a slow page
 * that was pressed before the change could be seen, for the late mouse events of a touch, and for a key that is held down.
 * A first click that scrolls the page puts something else under the second one, too. Presses elsewhere, and quick clicks
 * within one layer, are kept.
 */
export function dropStrayPresses(): void {
  let press: Press | undefined
  let isDropped = false
  let keyLayer: Element | null = null
  /** When a layer last came or went on the screen. */
  let changedAt = 0
  const layers = new MutationObserver(() => {
    changedAt = Number.POSITIVE_INFINITY
    // After the frame that shows the change.
    requestAnimationFrame(() => setTimeout(() => (changedAt = performance.now())))
  })
  layers.observe(document.body, { childList: true })

  function onDown(event: PointerEvent): void {
    isDropped = false
    if (!event.isPrimary || event.button !== 0) return
    const { clientX: x, clientY: y, timeStamp: at, target } = event
    const isTouch = event.pointerType === 'touch'
    const next = { layer: layerOf(target), element: elementOf(target), scrolled: scrollX + scrollY, x, y, at, isTouch }
    isDropped = press !== undefined && isNear(press, event) && isStray(press, next)
    // Clicks that follow a dropped one belong to the same place as the first.
    press = isDropped && press ? { ...press, x, y, at, isTouch } : next
    if (isDropped) return drop(event)
    // Nested layers are children of their layer, screens of their frame.
    for (const parent of [next.layer, next.layer?.parentElement])
      if (parent) layers.observe(parent, { childList: true })
  }

  function isStray(last: Press, { layer, element, scrolled, at }: Press): boolean {
    const isDouble = at - last.at <= DOUBLE_CLICK
    if (last.layer !== layer) return isDouble || at <= changedAt + REACTION
    return isDouble && last.scrolled !== scrolled && last.element !== element
  }

  function onRelease(event: MouseEvent): void {
    // Skips clicks of the keyboard and of code.
    if (!event.isTrusted || (event.type === 'click' && event.detail === 0)) return
    // The browser dispatches the mouse events of a touch after its end, which may have closed a layer.
    const isLate = press?.isTouch && event.type !== 'pointerup' && layerOf(event.target) !== press.layer
    if (isDropped || isLate) drop(event)
    // The browser dispatches the rest of the release in the same task. Later clicks may come without a press.
    if (event.type === 'click') setTimeout(() => (isDropped = false))
  }

  function onKey(event: KeyboardEvent): void {
    if (!event.repeat) {
      keyLayer = layerOf(event.target)
      // Two presses with a key in between are no double click.
      press = undefined
    } else if ((event.key === 'Enter' || event.key === ' ') && layerOf(event.target) !== keyLayer) {
      drop(event)
    }
  }

  function onInput(event: Event): void {
    // Neither are two with typed or inserted text in between. A click on a checkbox dispatches another kind of event.
    if (event instanceof InputEvent) press = undefined
  }

  window.addEventListener('pointerdown', onDown, { capture: true })
  window.addEventListener('input', onInput, { capture: true })
  for (const type of OF_PRESS) window.addEventListener(type, onRelease, { capture: true })
  window.addEventListener('keydown', onKey, { capture: true })
}

function layerOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? (target.closest(POPUP) ?? target.closest(SCREEN)) : null
}

function elementOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? (target.closest(CLICKABLE) ?? target) : null
}

function isNear({ x, y }: Press, { clientX, clientY, pointerType }: PointerEvent): boolean {
  const near = pointerType === 'touch' ? NEAR.touch : NEAR.mouse
  return Math.abs(clientX - x) <= near && Math.abs(clientY - y) <= near
}

function drop(event: Event): void {
  event.stopImmediatePropagation()
  event.preventDefault()
}

/**
 * Keeps one entry in the history for each address: the second click of a double click on a link goes to the address that
 * the first one went to, and Back would then stay on the page. The router does the same, but only without a base path.
 */
export function withoutRepeats(history: RouterHistory): RouterHistory {
  const { push, replace } = history
  history.push = (path, ...rest) => (path === history.location.href ? replace : push)(path, ...rest)
  return history
}
