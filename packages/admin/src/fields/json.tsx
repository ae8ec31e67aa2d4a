import { Input } from '../design/input.tsx'
import type { CellProps, FieldType, FilterProps, InputProps } from './contract.ts'
import { LinesDiff } from './diff/lazy-diffs.ts'
import styles from './fields.module.css'
import { parseScalar } from './json-text.ts'
import { lazily } from './lazily.tsx'

export const json: FieldType = {
  name: 'json',
  Input: lazily<InputProps>(async () => (await import('./json-input.tsx')).JsonInput),
  Cell: JsonCell,
  Filter: JsonFilter,
  Diff: LinesDiff,
  text: (value) => (value === null || value === undefined ? '' : JSON.stringify(value)),
  width: 220,
  reading: { look: 'code', text: (value) => JSON.stringify(value, null, 2) },
  picture: 'code',
}

function JsonCell({ field, value }: CellProps) {
  return <span className={`${styles.plain} ${styles.mono}`}>{json.text(value, field)}</span>
}

function JsonFilter({ value, onChange, label }: FilterProps) {
  return (
    <Input
      aria-label={label}
      className={styles.mono ?? ''}
      value={typeof value === 'string' ? value : JSON.stringify(value ?? '')}
      onChange={(event) => onChange(parseScalar(event.target.value))}
    />
  )
}
