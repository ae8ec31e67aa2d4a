import { type PointerEvent, useId, useState } from 'react'
import { labelOf } from '../data/entities.ts'
import { Button } from '../design/button.tsx'
import { Input } from '../design/input.tsx'
import { inputWords } from '../words/fields.ts'
import { useWords } from '../words/use-words.ts'
import { COASTLINES } from './coastlines.ts'
import type { InputProps } from './contract.ts'
import fields from './fields.module.css'
import { NumberBox } from './number.tsx'
import {
  type Bounds,
  boundsNear,
  isPosition,
  linesOf,
  type GridPosition,
  fractionIn,
  positionAt,
  WORLD,
} from './point-grid.ts'
import { readPlace } from './point-text.ts'
import styles from './point.module.css'

/** Input for a position: pasted text, coordinates, or a click on a small map. It requests nothing from other hosts. */
export function PointInput({ field, value, onChange, isReadOnly, described }: InputProps) {
  const said = useWords(inputWords)
  const noteId = useId()
  const [near, setNear] = useState<Bounds>()
  // One coordinate alone is no value, so it stays here until the other one is entered.
  const [half, setHalf] = useState<readonly (number | null)[]>([null, null])
  const [typed, setTyped] = useState<string>()
  const [hasLeft, setLeft] = useState(false)
  const position = isPosition(value) ? value : undefined
  const parts = position ?? half
  const read = typed === undefined || typed.trim() === '' ? undefined : readPlace(typed)
  const problem = read && 'problem' in read && (hasLeft || read.problem !== 'form') ? read.problem : undefined

  function set(next: GridPosition | null): void {
    setTyped(undefined)
    onChange(next)
  }
  function enter(index: number, part: number | null): void {
    const next = parts.map((one, at) => (at === index ? part : one))
    setHalf(next)
    set(isPosition(next) ? next : null)
  }
  function write(text: string, isWhole: boolean): void {
    setTyped(text)
    setLeft(isWhole)
    const place = readPlace(text)
    if ('position' in place) {
      onChange(place.position)
      setNear((bounds) => bounds && boundsNear(place.position))
    } else if (text.trim() === '') onChange(null)
  }

  return (
    <div className={styles.point}>
      <div className={styles.degrees}>
        {!isReadOnly && (
          <label className={styles.part}>
            <span>{said.coordinates}</span>
            <Input
              id={described.id}
              aria-label={`${labelOf(field)}: ${said.coordinates}`}
              aria-invalid={described['aria-invalid'] || problem !== undefined}
              aria-describedby={problem === undefined ? described['aria-describedby'] : noteId}
              placeholder={EXAMPLE}
              dir="ltr"
              value={typed ?? (position ? coordinatesText(position) : '')}
              onChange={(event) =>
                write(event.target.value, (event.nativeEvent as InputEvent).inputType === 'insertFromPaste')
              }
              onBlur={() => {
                setLeft(true)
                if (read && 'position' in read) setTyped(undefined)
              }}
            />
          </label>
        )}
        {problem !== undefined && (
          <p id={noteId} role="status" className={fields.warning}>
            {problem === 'range'
              ? said.noSuchPlace
              : problem === 'link'
                ? said.noPlaceInLink
                : said.wrongPlace({ example: EXAMPLE })}
          </p>
        )}
        {[1, 0].map((index) => {
          const name = index === 0 ? said.longitude : said.latitude
          return (
            <label key={name} className={styles.part}>
              <span>{name}</span>
              <NumberBox
                {...(isReadOnly && index === 1 && { id: described.id })}
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
          )
        })}
        <div className={fields.row}>
          <Button
            small
            kind="outline"
            disabled={!position}
            onClick={() => setNear(near || !position ? undefined : boundsNear(position))}
          >
            {near ? said.world : said.near}
          </Button>
          {!isReadOnly && position && (
            <Button
              small
              onClick={() => {
                setHalf([null, null])
                set(null)
              }}
            >
              {said.clear}
            </Button>
          )}
        </div>
      </div>
      <Grid bounds={near ?? WORLD} position={position} onPoint={isReadOnly ? undefined : set} />
    </div>
  )
}

const EXAMPLE = '52.52, 13.405'

function coordinatesText([longitude, latitude]: GridPosition): string {
  return `${latitude}, ${longitude}`
}

interface GridProps {
  readonly bounds: Bounds
  readonly position: GridPosition | undefined
  readonly onPoint: ((position: GridPosition) => void) | undefined
}

/** Pointer only: the inputs serve the keyboard and screen readers. */
function Grid({ bounds, position, onPoint }: GridProps) {
  function follow(event: PointerEvent<SVGSVGElement>): void {
    if (event.buttons !== 1 || !onPoint) return
    const box = event.currentTarget.getBoundingClientRect()
    onPoint(positionAt(bounds, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height))
  }
  const [x = 0, y = 0] = position ? fractionIn(bounds, position) : []
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
      <path
        className={styles.land}
        d={COASTLINES}
        transform={`scale(${360 / bounds.width} ${180 / bounds.height}) translate(${-bounds.west} ${bounds.south + bounds.height}) scale(0.1)`}
      />
      {linesOf(bounds.west, bounds.width).map((longitude) => {
        const at = fractionIn(bounds, [longitude, 0])[0] * 360
        return <line key={longitude} data-zero={longitude === 0 || undefined} x1={at} x2={at} y1={0} y2={180} />
      })}
      {linesOf(bounds.south, bounds.height).map((latitude) => {
        const at = fractionIn(bounds, [0, latitude])[1] * 180
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
