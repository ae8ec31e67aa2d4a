import { useFormats } from '../words/formats.ts'
import type { CellProps, FieldType, InputProps } from './contract.ts'
import { RowsDiff } from './diff/lazy-diffs.ts'
import styles from './fields.module.css'
import { following } from './form-model.ts'
import { lazily } from './lazily.tsx'
import { recordsOf } from '../data/members.ts'
import { summaryOf } from './summary.ts'

/** Shares rows and their moves with `blocks`. */
export const RowsInput = following(lazily<InputProps>(async () => (await import('./rows-input.tsx')).RowsInput))

export const array: FieldType = {
  name: 'array',
  Input: RowsInput,
  Cell: ArrayCell,
  Diff: RowsDiff,
  text: (value, field) => {
    const rows = recordsOf(value)
    const said = rows.slice(0, 3).map((row) => summaryOf(field.fields ?? [], row))
    return said.filter((text) => text !== '').join(' · ') + (rows.length > 3 ? ` +${rows.length - 3}` : '')
  },
  width: 200,
  ownLabel: true,
}

function ArrayCell({ field, value }: CellProps) {
  const { number } = useFormats()
  const { length } = recordsOf(value)
  if (length === 0) return null
  return (
    <span className={styles.plain}>
      <span className={styles.muted}>{number(length)}</span> {array.text(value, field)}
    </span>
  )
}
