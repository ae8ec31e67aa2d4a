import { typeOfValue } from './known-types.ts'
import type { ReactElement } from 'react'
import type { FieldSchema } from '../data/schema.ts'
import styles from './block-picker.module.css'

const WIDTH = 120
const HEIGHT = 76
const EDGE = 10
const GAP = 6

interface Shape {
  readonly height: number
  readonly draw: (y: number, key: string) => ReactElement
}

/** Picture of a block, or one that is drawn from its fields. */
export function BlockPicture({
  fields,
  picture,
}: {
  readonly fields: readonly FieldSchema[]
  readonly picture?: string | undefined
}) {
  if (picture !== undefined) return <img className={styles.picture} src={picture} alt="" loading="lazy" />
  let y = EDGE
  const drawn: ReactElement[] = []
  for (const field of fields.filter(({ admin }) => !admin?.hidden)) {
    const { height, draw } = shapeOf(field, drawn.length === 0)
    if (y + height > HEIGHT - EDGE) break
    drawn.push(draw(y, field.name))
    y += height + GAP
  }
  return (
    <svg className={styles.picture} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      {drawn}
    </svg>
  )
}

function shapeOf(field: FieldSchema, isFirst: boolean): Shape {
  const { structure } = field
  if (structure === 'rows' || structure === 'blocks') return CARDS
  if (structure === 'group') return LINES
  const { picture } = typeOfValue(field)
  if (picture === 'line') return isFirst ? HEADING : LINE
  return (picture && { lines: LINES, file: PICTURE, code: CODE, tick: TICK }[picture]) ?? BOX
}

function bar(
  x: number,
  y: number,
  width: number,
  height: number,
  className: string | undefined,
  key?: string,
): ReactElement {
  return <rect key={key} x={x} y={y} width={width} height={height} rx={1.5} className={className} />
}

const full = WIDTH - 2 * EDGE

const HEADING: Shape = { height: 7, draw: (y, key) => bar(EDGE, y, full * 0.68, 7, styles.ink, key) }
const LINE: Shape = { height: 4, draw: (y, key) => bar(EDGE, y, full * 0.5, 4, styles.grey, key) }
const BOX: Shape = { height: 9, draw: (y, key) => bar(EDGE, y, full * 0.42, 9, styles.edge, key) }

const LINES: Shape = {
  height: 18,
  draw: (y, key) => (
    <g key={key}>
      {[1, 0.94, 0.6].map((part, line) => bar(EDGE, y + line * 7, full * part, 4, styles.grey, String(line)))}
    </g>
  ),
}

const CODE: Shape = {
  height: 24,
  draw: (y, key) => (
    <g key={key}>
      {bar(EDGE, y, full, 24, styles.edge)}
      {[0.4, 0.62].map((part, line) => bar(EDGE + 6, y + 6 + line * 8, full * part, 4, styles.grey, String(line)))}
    </g>
  ),
}

const TICK: Shape = {
  height: 8,
  draw: (y, key) => (
    <g key={key}>
      {bar(EDGE, y, 8, 8, styles.edge)}
      {bar(EDGE + 13, y + 2, full * 0.4, 4, styles.grey)}
    </g>
  ),
}

const PICTURE: Shape = {
  height: 32,
  draw: (y, key) => (
    <g key={key}>
      {bar(EDGE, y, full, 32, styles.wash)}
      <circle cx={EDGE + 18} cy={y + 10} r={4} className={styles.paper} />
      <path d={`M${EDGE} ${y + 32} l28 -18 l18 11 l22 -16 l32 23 z`} className={styles.grey} />
    </g>
  ),
}

const CARDS: Shape = {
  height: 22,
  draw: (y, key) => (
    <g key={key}>{[0, 1, 2].map((card) => bar(EDGE + card * 35, y, 30, 22, styles.edge, String(card)))}</g>
  ),
}
