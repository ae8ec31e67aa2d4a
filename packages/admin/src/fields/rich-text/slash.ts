interface Cursor {
  readonly left: number
  readonly top: number
  readonly bottom: number
}

interface MenuPosition {
  readonly left: number
  readonly top?: number
  readonly bottom?: number
  readonly maxHeight: number
}

const GAP = 6
const EDGE = 12
const TALLEST = 320
const WIDTH = 240
/** Height of the bar above every screen. */
const BAR = 52

/** Position of a menu at the cursor: below, or above if there is more room, within the window. */
export function slashPlace(cursor: Cursor, window: { readonly width: number; readonly height: number }): MenuPosition {
  const below = window.height - cursor.bottom - GAP - EDGE
  const above = cursor.top - BAR - GAP - EDGE
  const left = Math.max(EDGE, Math.min(cursor.left, window.width - WIDTH - EDGE))
  return below < TALLEST && above > below
    ? { left, bottom: window.height - cursor.top + GAP, maxHeight: Math.min(TALLEST, above) }
    : { left, top: cursor.bottom + GAP, maxHeight: Math.min(TALLEST, Math.max(below, 80)) }
}

/**
 * The text between a slash and the cursor; the slash must follow a space or begin the line. Undefined if there is none.
 */
export function slashQuery(before: string): string | undefined {
  return /(?:^|\s)\/([\p{L}\d]*)$/u.exec(before)?.[1]
}

export function matching<Item extends { readonly label: string }>(items: readonly Item[], query: string): Item[] {
  const wanted = query.toLowerCase()
  return items.filter(({ label }) =>
    label
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(wanted)),
  )
}
