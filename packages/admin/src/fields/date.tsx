import { useFormats } from '../words/formats.ts'
import type { FieldSchema } from '../data/schema.ts'
import type { CellProps, FieldType, ReadingWords } from './contract.ts'
import styles from './fields.module.css'
import { lazily } from './lazily.tsx'
import { showDate } from './show-date.ts'

/** Moments are stored in UTC and shown in the time zone of the user. Days (`only: 'day'`) have no time zone. */
export const date: FieldType = {
  name: 'date',
  Input: lazily(async () => (await import('./date-input.tsx')).DateInput),
  Cell: DateCell,
  Filter: lazily(async () => (await import('./date-input.tsx')).DateFilter),
  text: (value) => (Array.isArray(value) ? value.map(plain).join(', ') : plain(value)),
  align: 'end',
  width: 120,
  reading: { text: readDate },
  isShort: true,
  filtering: {
    words: { greater_than: 'after', less_than: 'before' },
    text: (value, formats) => (typeof value === 'string' ? formats.day(value) : plain(value)),
  },
}

function readDate(value: unknown, field: FieldSchema, { formats }: ReadingWords): string {
  if (typeof value !== 'string') return ''
  return field.only === 'day' ? formats.day(value) : `${formats.day(value)}, ${formats.time(value)}`
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 16).replace('T', ' ') : ''
}

function DateCell({ field, value }: CellProps) {
  const formats = useFormats()
  const isDay = field.only === 'day'
  if (Array.isArray(value)) {
    return <span className={styles.plain}>{value.map((one) => showDate(String(one), isDay, formats)).join(' · ')}</span>
  }
  if (typeof value !== 'string') return null
  return (
    <time dateTime={value} title={isDay ? value : formats.exact(value)}>
      {isDay ? showDate(value, isDay, formats) : formats.ago(value)}
    </time>
  )
}
