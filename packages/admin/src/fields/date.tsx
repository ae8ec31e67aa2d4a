import { type ComponentProps, useState } from 'react'
import { Button } from '../design/button.tsx'
import { Input } from '../design/input.tsx'
import { inputWords } from '../words/field-inputs.ts'
import { type Formats, useFormats } from '../words/formats.ts'
import { useWords } from '../words/use-words.ts'
import type { CellProps, FieldType, FilterProps, InputProps } from './contract.ts'
import styles from './fields.module.css'
import { lazily } from './lazily.tsx'
import { keyed, valuesOf } from './many-values.ts'
import { parseMoment, toLocal, today, zoneAt } from './moments.ts'

const SortableChips = lazily(async () => (await import('./sortable-chips.tsx')).SortableChips)

/** Moments, shown in the time zone of whoever reads them and stored in UTC; days (`only: 'day'`) have none. */
export const date: FieldType = {
  name: 'date',
  Input: DateInput,
  Cell: DateCell,
  Filter: DateFilter,
  text: (value) => (Array.isArray(value) ? value.map(plain).join(', ') : plain(value)),
  align: 'end',
  width: 120,
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 16).replace('T', ' ') : ''
}

function DateInput(props: InputProps) {
  const { field, value, onChange, isReadOnly, described } = props
  const said = useWords(inputWords)
  const isDay = field.only === 'day'
  if (field.many) return <ManyDates {...props} />
  return (
    <div className={styles.row}>
      <MomentBox
        {...described}
        className={styles.moment ?? ''}
        isDay={isDay}
        value={value}
        onChange={onChange}
        readOnly={isReadOnly}
      />
      {!isDay && <Zone value={value} />}
      {!isReadOnly && typeof value !== 'string' && (
        <Button small onClick={() => onChange(isDay ? today() : new Date().toISOString())}>
          {isDay ? said.today : said.now}
        </Button>
      )}
      {!isReadOnly && typeof value === 'string' && !field.required && (
        <Button small onClick={() => onChange(null)}>
          {said.clear}
        </Button>
      )}
    </div>
  )
}

/** Whose time is shown, with the stored one for whoever wants to be sure. */
function Zone({ value }: { readonly value: unknown }) {
  const said = useWords(inputWords)
  const iso = typeof value === 'string' ? value : undefined
  const zone = zoneAt(iso)
  return (
    <span
      className={styles.prefix}
      title={iso === undefined ? zone.name : `${zone.name} · ${said.utc({ moment: plain(iso) })}`}
    >
      {zone.short}
    </span>
  )
}

function ManyDates({ field, value, onChange, isReadOnly, described }: InputProps) {
  const said = useWords(inputWords)
  const formats = useFormats()
  const [next, setNext] = useState<string | null>(null)
  const isDay = field.only === 'day'
  const values = Array.isArray(value) ? value.map(String) : []
  const items = keyed(values).map(({ key, value: one }) => {
    const name = showDate(one, isDay, formats)
    return { key, name, content: name }
  })
  return (
    <div className={styles.many}>
      {items.length > 0 && (
        <SortableChips items={items} isReadOnly={isReadOnly} onChange={(keys) => onChange(valuesOf(values, keys))} />
      )}
      {!isReadOnly && (
        <div className={styles.row}>
          <MomentBox {...described} className={styles.moment ?? ''} isDay={isDay} value={next} onChange={setNext} />
          <Button
            small
            kind="outline"
            disabled={next === null}
            onClick={() => {
              if (next !== null) onChange([...values, next])
              setNext(null)
            }}
          >
            {said.addDate}
          </Button>
        </div>
      )}
    </div>
  )
}

interface MomentBoxProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly value: unknown
  readonly isDay: boolean
  readonly onChange: (value: string | null) => void
}

function MomentBox({ value, isDay, onChange, ...rest }: MomentBoxProps) {
  return (
    <Input
      {...rest}
      type={isDay ? 'date' : 'datetime-local'}
      value={typeof value === 'string' ? (isDay ? value : toLocal(value)) : ''}
      onChange={(event) => onChange(parseMoment(event.target.value, isDay) ?? null)}
    />
  )
}

function showDate(value: string, isDay: boolean, formats: Formats): string {
  return isDay ? formats.day(`${value}T12:00:00`) : `${formats.day(value)}, ${formats.time(value)}`
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

function DateFilter({ field, value, onChange, label }: FilterProps) {
  return <MomentBox aria-label={label} isDay={field.only === 'day'} value={value} onChange={onChange} />
}
