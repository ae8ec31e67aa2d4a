import input from '../design/input.module.css'
import { Input } from '../design/input.tsx'
import type { CellProps, FieldType, Filtering, FilterProps, InputProps } from './contract.ts'
import { TextDiff } from './diff/lazy-diffs.ts'
import styles from './fields.module.css'
import { ManyTexts } from './lazily.tsx'
import { leastHeight, leastLines } from './rows-option.ts'

/** Order makes little sense for texts, and `exists` covers comparing with nothing. */
export const textFiltering: Filtering = {
  without: ['greater_than', 'greater_than_equal', 'less_than', 'less_than_equal', 'in', 'not_in'],
}

/** A text without line breaks: titles, names. */
export const text: FieldType = {
  name: 'text',
  Input: TextInput,
  Cell: TextCell,
  Filter: TextFilter,
  Diff: TextDiff,
  text: textOf,
  width: 200,
  reading: { look: 'prose' },
  naming: 'first',
  picture: 'line',
  filtering: textFiltering,
}

function TextInput(props: InputProps) {
  const { field, value, onChange, isReadOnly, described } = props
  if (field.many) return <ManyTexts {...props} />
  if ((leastLines(field) ?? 1) > 1) return <WrappedText {...props} />
  return (
    <input
      {...described}
      className={`${input.input} ${input.onPage}`}
      value={asText(value)}
      readOnly={isReadOnly}
      placeholder={field.admin?.placeholder}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  )
}

function WrappedText({ field, value, onChange, isReadOnly, described }: InputProps) {
  return (
    <textarea
      {...described}
      className={`${input.input} ${input.onPage}`}
      style={leastHeight(field)}
      value={asText(value)}
      readOnly={isReadOnly}
      placeholder={field.admin?.placeholder}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault()
      }}
      onChange={(event) => {
        const typed = event.target.value.replaceAll(/\s*\n\s*/g, ' ')
        onChange(typed === '' ? null : typed)
      }}
    />
  )
}

export function TextCell({ value }: CellProps) {
  return (
    <span className={styles.plain} dir="auto">
      {textOf(value)}
    </span>
  )
}

export function TextFilter({ value, onChange, label }: FilterProps) {
  return <Input aria-label={label} value={asText(value)} onChange={(event) => onChange(event.target.value)} />
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
