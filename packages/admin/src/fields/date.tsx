import type { ComponentProps } from 'react'
import { Input } from '../design/input.tsx'
import { useFormats } from '../words/formats.ts'
import type { CellProps, FieldType, FilterProps, InputProps } from './contract.ts'
import styles from './fields.module.css'
import { ManyTexts } from './many-texts.tsx'

/** Moments, shown in the time zone of whoever reads them and stored in UTC; days (`only: 'day'`) have none. */
export const date: FieldType = {
  name: 'date',
  Input: DateInput,
  Cell: DateCell,
  Filter: DateFilter,
  text: (value) => (typeof value === 'string' ? value.slice(0, 16).replace('T', ' ') : ''),
  align: 'end',
  width: 120,
}

function DateInput(props: InputProps) {
  const { field, value, onChange, isReadOnly, described } = props
  const isDay = field.only === 'day'
  if (field.many) return <ManyTexts {...props} inputType="text" parse={(typed) => parse(typed, isDay)} />
  return (
    <div className={styles.row}>
      <MomentBox {...described} isDay={isDay} value={value} onChange={onChange} readOnly={isReadOnly} />
      {!isDay && <span className={styles.prefix}>{zoneOf(value)}</span>}
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
      onChange={(event) => onChange(parse(event.target.value, isDay) ?? null)}
    />
  )
}

function parse(typed: string, isDay: boolean): string | undefined {
  if (typed === '') return undefined
  if (isDay) return typed
  const moment = new Date(typed)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

/** As `datetime-local` takes it: in the reader's own time, without a zone. */
function toLocal(iso: string): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return ''
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The zone at that moment, since summers have another one. */
function zoneOf(value: unknown): string {
  const at = typeof value === 'string' ? new Date(value) : new Date()
  const parts = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

function DateCell({ field, value }: CellProps) {
  const formats = useFormats()
  if (Array.isArray(value))
    return <span className={styles.plain}>{value.map(String).map(formats.day).join(' · ')}</span>
  if (typeof value !== 'string') return null
  return (
    <time dateTime={value} title={field.only === 'day' ? value : formats.exact(value)}>
      {field.only === 'day' ? formats.day(value) : formats.ago(value)}
    </time>
  )
}

function DateFilter({ field, value, onChange, label }: FilterProps) {
  return <MomentBox aria-label={label} isDay={field.only === 'day'} value={value} onChange={onChange} />
}
