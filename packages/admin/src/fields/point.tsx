import { Input } from '../design/input.tsx'
import { inputWords } from '../words/fields.ts'
import { useWords } from '../words/use-words.ts'
import type { CellProps, FieldType, FilterProps, InputProps } from './contract.ts'
import styles from './fields.module.css'
import { parseJson } from './json-text.ts'
import { lazily } from './lazily.tsx'
import { NumberBox } from './number.tsx'
import { positionText } from './point-grid.ts'

/** A place on earth, `[longitude, latitude]`. */
export const point: FieldType = {
  name: 'point',
  Input: lazily<InputProps>(async () => (await import('./point-input.tsx')).PointInput),
  Cell: PointCell,
  Filter: PointFilter,
  text: positionText,
  width: 190,
  reading: {},
  isDragged: true,
}

function PointCell({ value }: CellProps) {
  return <span className={styles.plain}>{positionText(value)}</span>
}

/** `near` takes a place and a distance, `within` a polygon, the others a place. */
function PointFilter({ operator, value, onChange, label }: FilterProps) {
  const said = useWords(inputWords)
  if (operator === 'within') {
    return (
      <Input
        aria-label={`${label}: ${said.polygon}`}
        className={styles.mono ?? ''}
        placeholder={said.polygon}
        defaultValue={value === null || value === undefined ? '' : JSON.stringify(value)}
        onChange={(event) => {
          const polygon = parseJson(event.target.value)
          if (polygon !== undefined) onChange(polygon)
        }}
      />
    )
  }
  const names = [said.longitude, said.latitude, ...(operator === 'near' ? [said.metres] : [])]
  const parts = Array.isArray(value) ? (value as unknown[]) : []
  return (
    <div className={styles.row}>
      {names.map((name, index) => (
        <NumberBox
          key={name}
          aria-label={`${label}: ${name}`}
          placeholder={name}
          value={parts[index] ?? null}
          onChange={(next) => onChange(names.map((_, at) => (at === index ? next : (parts[at] ?? null))))}
        />
      ))}
    </div>
  )
}
