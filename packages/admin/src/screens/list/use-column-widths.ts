import { type KeyboardEvent, type PointerEvent, useState } from 'react'

type Widths = Readonly<Record<string, number>>

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -16, ArrowRight: 16 }

export const NARROWEST = 64
const WIDEST = 900

/** Keeps the title readable: it identifies the row. */
export const NARROWEST_TITLE = 240

const fitting = (key: string, width: number) =>
  Math.round(Math.min(Math.max(width, key === '_title' ? NARROWEST_TITLE : NARROWEST), WIDEST))

/** Column widths in pixels by key, as far as the user resized them. Stored when the pointer is released. */
export function useColumnWidths(kept: Widths | undefined, keep: (widths: Widths) => void) {
  const [widths, setWidths] = useState<Widths>(() =>
    Object.fromEntries(Object.entries(kept ?? {}).map(([key, width]) => [key, fitting(key, width)])),
  )
  const [drag, setDrag] = useState<{ readonly key: string; readonly from: number; readonly width: number }>()

  function change(key: string, width: number | undefined): void {
    const { [key]: _, ...others } = widths
    const next = width === undefined ? others : { ...others, [key]: fitting(key, width) }
    setWidths(next)
    keep(next)
  }

  /**
   * Props of a column's resize handle: dragged, or moved with the arrow keys. Home and double click reset the width.
   */
  const edgeOf = (key: string, label: string) => ({
    role: 'separator',
    tabIndex: 0,
    'aria-orientation': 'vertical' as const,
    'aria-label': label,
    'aria-valuemin': key === '_title' ? NARROWEST_TITLE : NARROWEST,
    'aria-valuemax': WIDEST,
    'aria-valuenow': widths[key] ?? (key === '_title' ? NARROWEST_TITLE : NARROWEST),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const isMirrored = document.documentElement.dir === 'rtl'
      const step = STEPS[event.key]
      if (event.key === 'Home') change(key, undefined)
      else if (step === undefined) return
      else {
        const width = event.currentTarget.parentElement?.offsetWidth ?? NARROWEST
        change(key, width + step * (isMirrored ? -1 : 1) * (event.shiftKey ? 4 : 1))
      }
      event.preventDefault()
    },
    onDoubleClick: () => change(key, undefined),
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const width = event.currentTarget.parentElement?.offsetWidth ?? NARROWEST
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ key, from: event.clientX, width })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (drag?.key !== key) return
      const isMirrored = document.documentElement.dir === 'rtl'
      const moved = (event.clientX - drag.from) * (isMirrored ? -1 : 1)
      setWidths({ ...widths, [key]: fitting(key, drag.width + moved) })
    },
    onPointerUp: () => {
      if (drag?.key !== key) return
      setDrag(undefined)
      keep(widths)
    },
    onPointerCancel: () => setDrag(undefined),
  })

  return { widths, edgeOf }
}
