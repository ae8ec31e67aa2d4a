import { type PointerEvent, useState } from 'react'

type Widths = Readonly<Record<string, number>>

const [NARROWEST, WIDEST] = [64, 900]

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

  /** For the edge of a column's head: a pointer's tool, since the order and choice of columns have a keyboard's way. */
  const edgeOf = (key: string) => ({
    'aria-hidden': true,
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
