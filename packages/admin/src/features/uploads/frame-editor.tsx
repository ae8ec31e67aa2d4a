import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { Frame, Point } from './use-files.ts'
import { mediaWords } from './words.ts'
import { useWords } from '../../words/use-words.ts'
import { type Corner, cornerOf, moveCorner, movePoint, WHOLE } from './frame.ts'
import styles from './frame-editor.module.css'

const CORNERS: readonly Corner[] = ['nw', 'ne', 'sw', 'se']

/** Step of the arrow keys in percent; ten times that with Shift. */
const STEP = 1
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

interface FrameEditorProps {
  readonly src: string
  readonly frame: Frame
  readonly onChange: (frame: Frame) => void
}

/** The image with a shade over its cropped parts. The handles move by pointer and by arrow keys. */
export function FrameEditor({ src, frame, onChange }: FrameEditorProps) {
  const said = useWords(mediaWords)
  const area = useRef<HTMLDivElement>(null)
  const { x, y, width, height } = frame.crop ?? WHOLE

  function pointAt({ clientX, clientY }: PointerEvent): Point {
    const box = area.current?.getBoundingClientRect()
    if (!box) return { x: 50, y: 50 }
    return { x: ((clientX - box.left) / box.width) * 100, y: ((clientY - box.top) / box.height) * 100 }
  }

  const setPoint = (to: Point) => onChange({ ...frame, focalPoint: movePoint(to) })
  const setCorner = (corner: Corner) => (to: Point) => onChange({ ...frame, crop: moveCorner(frame.crop, corner, to) })
  return (
    // Coordinates of images are always left to right.
    <div className={styles.area} ref={area} dir="ltr">
      <img className={styles.image} src={src} alt="" draggable={false} />
      {frame.crop && (
        <>
          <span className={styles.shade} style={{ inset: `0 0 ${100 - y}% 0` }} />
          <span className={styles.shade} style={{ inset: `${y + height}% 0 0 0` }} />
          <span className={styles.shade} style={{ inset: `${y}% ${100 - x}% ${100 - y - height}% 0` }} />
          <span className={styles.shade} style={{ inset: `${y}% 0 ${100 - y - height}% ${x + width}%` }} />
        </>
      )}
      <span className={styles.crop} style={{ left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` }} />
      {CORNERS.map((corner) => (
        <Handle
          key={corner}
          className={`${styles.corner} ${styles[corner]}`}
          label={said.corner[corner]}
          at={cornerOf(frame.crop, corner)}
          pointAt={pointAt}
          onMove={setCorner(corner)}
        />
      ))}
      <Handle
        className={styles.point ?? ''}
        label={said.focalPoint}
        at={frame.focalPoint}
        pointAt={pointAt}
        onMove={setPoint}
      />
    </div>
  )
}

interface HandleProps {
  readonly className: string
  readonly label: string
  readonly at: Point
  readonly pointAt: (event: PointerEvent) => Point
  readonly onMove: (to: Point) => void
}

function Handle({ className, label, at, pointAt, onMove }: HandleProps) {
  const said = useWords(mediaWords)

  function onPointerDown(event: PointerEvent<HTMLButtonElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  function onPointerMove(event: PointerEvent<HTMLButtonElement>): void {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(pointAt(event))
  }

  function onKeyDown(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key]
    if (!arrow) return
    event.preventDefault()
    const times = event.shiftKey ? 10 : 1
    onMove({ x: at.x + arrow.x * times, y: at.y + arrow.y * times })
  }

  return (
    <button
      type="button"
      className={className}
      aria-label={`${label}: ${said.horizontal({ x: Math.round(at.x), y: Math.round(at.y) })}`}
      style={{ left: `${at.x}%`, top: `${at.y}%` }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  )
}
