import { type PointerEvent, useState } from 'react'

type Widths = Readonly<Record<string, number>>

const [NARROWEST, WIDEST] = [64, 900]

/** Widths of columns in pixels, by key: those that somebody has chosen. They are kept when the pointer lets go. */
export function useColumnWidths(kept: Widths | undefined, keep: (widths: Widths) => void) {
  const [widths, setWidths] = useState<Widths>(kept ?? {})
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
      setWidths({ ...widths, [key]: Math.round(Math.min(Math.max(drag.width + moved, NARROWEST), WIDEST)) })
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
