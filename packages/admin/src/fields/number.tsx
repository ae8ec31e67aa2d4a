import { type ComponentProps, useState } from 'react'
import { Input } from '../design/input.tsx'
import { useFormats } from '../words/formats.ts'
import type { CellProps, FieldType, FilterProps, InputProps } from './contract.ts'
import styles from './fields.module.css'
import { ManyTexts } from './lazily.tsx'

export const number: FieldType = {
  name: 'number',
  Input: NumberInput,
  Cell: NumberCell,
  Filter: NumberFilter,
  text: (value) => (Array.isArray(value) ? value.join(', ') : typeof value === 'number' ? String(value) : ''),
  align: 'end',
  width: 110,
  reading: { text: (value, _field, { formats }) => (typeof value === 'number' ? formats.number(value) : '') },
  naming: 'summary',
  isShort: true,
}

function NumberInput(props: InputProps) {
  const { field, value, onChange, isReadOnly, described } = props
  if (field.many) return <ManyTexts {...props} inputType="text" parse={parse} />
  return (
    <NumberBox
      {...described}
      value={value}
      onChange={onChange}
      readOnly={isReadOnly}
      min={field.min}
      max={field.max}
      step={field.integer ? 1 : 'any'}
      placeholder={field.admin?.placeholder ?? '–'}
    />
  )
}

interface NumberBoxProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly value: unknown
  readonly onChange: (value: number | null) => void
}

/** Keeps the text as typed ("1.", "-"), and reports only numbers. */
export function NumberBox({ value, onChange, ...rest }: NumberBoxProps) {
  const [typed, setTyped] = useState<string>()
  const known = typeof value === 'number' ? String(value) : ''
  return (
    <Input
      {...rest}
      type="number"
      className={styles.number ?? ''}
      value={typed !== undefined && parse(typed) === (value ?? undefined) ? typed : known}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(parse(event.target.value) ?? null)
      }}
    />
  )
}

function parse(typed: string): number | undefined {
  const value = Number(typed)
  return typed.trim() === '' || Number.isNaN(value) ? undefined : value
}

function NumberCell({ value }: CellProps) {
  const formats = useFormats()
  if (Array.isArray(value))
    return <span className={styles.plain}>{value.map(Number).map(formats.number).join(' · ')}</span>
  return typeof value === 'number' ? <span>{formats.number(value)}</span> : null
}

function NumberFilter({ value, onChange, label }: FilterProps) {
  return <NumberBox aria-label={label} value={value} onChange={onChange} step="any" />
}
