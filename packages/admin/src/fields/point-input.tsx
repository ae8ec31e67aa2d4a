import { type PointerEvent, useState } from 'react'
import { labelOf } from '../data/entities.ts'
import { Button } from '../design/button.tsx'
import { inputWords } from '../words/field-inputs.ts'
import { useWords } from '../words/use-words.ts'
import type { InputProps } from './contract.ts'
import fields from './fields.module.css'
import { NumberBox } from './number.tsx'
import {
  type Bounds,
  boundsNear,
  isPosition,
  linesOf,
  type Position,
  placeOf,
  positionAt,
  WORLD,
} from './point-grid.ts'
import styles from './point.module.css'

/** Degrees to enter, and a small grid to point into. No map: nothing is loaded from anywhere. */
export function PointInput({ field, value, onChange, isReadOnly, described }: InputProps) {
  const said = useWords(inputWords)
  const [near, setNear] = useState<Bounds>()
  // Half of a place is no place yet, so it is kept here until the other half is there.
  const [half, setHalf] = useState<readonly (number | null)[]>([null, null])
  const position = isPosition(value) ? value : undefined
  const parts = position ?? half

  function enter(index: number, part: number | null): void {
    const next = parts.map((one, at) => (at === index ? part : one))
    setHalf(next)
    onChange(isPosition(next) ? next : null)
  }

  return (
    <div className={styles.point}>
      <div className={styles.degrees}>
        {[said.longitude, said.latitude].map((name, index) => (
          <label key={name} className={styles.part}>
            <span>{name}</span>
            <NumberBox
              {...(index === 0 && { id: described.id })}
              aria-label={`${labelOf(field)}: ${name}`}
              aria-invalid={described['aria-invalid']}
              aria-describedby={described['aria-describedby']}
              value={parts[index] ?? null}
              min={index === 0 ? -180 : -90}
              max={index === 0 ? 180 : 90}
              step="any"
              readOnly={isReadOnly}
              onChange={(part) => enter(index, part)}
            />
          </label>
        ))}
        <div className={fields.row}>
          <Button
            small
            kind="outline"
            disabled={!position}
            aria-pressed={near !== undefined}
            onClick={() => setNear(near || !position ? undefined : boundsNear(position))}
          >
            {near ? said.world : said.near}
          </Button>
          {!isReadOnly && position && (
            <Button
              small
              onClick={() => {
                setHalf([null, null])
                onChange(null)
              }}
            >
              {said.clear}
            </Button>
          )}
        </div>
      </div>
      <Grid bounds={near ?? WORLD} position={position} onPoint={isReadOnly ? undefined : onChange} />
    </div>
  )
}

interface GridProps {
  readonly bounds: Bounds
  readonly position: Position | undefined
  readonly onPoint: ((position: Position) => void) | undefined
}

/** Pointer only: the two number inputs serve the keyboard and screen readers. */
function Grid({ bounds, position, onPoint }: GridProps) {
  function follow(event: PointerEvent<SVGSVGElement>): void {
    if (event.buttons !== 1 || !onPoint) return
    const box = event.currentTarget.getBoundingClientRect()
    onPoint(positionAt(bounds, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height))
  }
  const [x = 0, y = 0] = position ? placeOf(bounds, position) : []
  return (
    <svg
      className={styles.grid}
      viewBox="0 0 360 180"
      aria-hidden="true"
      data-live={onPoint !== undefined || undefined}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        follow(event)
      }}
      onPointerMove={follow}
    >
      {linesOf(bounds.west, bounds.width).map((longitude) => {
        const at = placeOf(bounds, [longitude, 0])[0] * 360
        return <line key={longitude} data-zero={longitude === 0 || undefined} x1={at} x2={at} y1={0} y2={180} />
      })}
      {linesOf(bounds.south, bounds.height).map((latitude) => {
        const at = placeOf(bounds, [0, latitude])[1] * 180
        return <line key={latitude} data-zero={latitude === 0 || undefined} x1={0} x2={360} y1={at} y2={at} />
      })}
      {position && (
        <g className={styles.mark}>
          <line x1={x * 360} x2={x * 360} y1={0} y2={180} />
          <line x1={0} x2={360} y1={y * 180} y2={y * 180} />
          <circle cx={x * 360} cy={y * 180} r={4.5} />
        </g>
      )}
    </svg>
  )
}
