import type { FieldSchema } from '../data/schema.ts'
import { type Formats, useFormats } from '../words/formats.ts'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import { knownType } from './known-types.ts'
import styles from './read-value.module.css'

/** Read-only fields of these types show their value as text. Others have their own read-only form. */
const TOLD: ReadonlySet<string> = new Set([
  'text',
  'textarea',
  'email',
  'url',
  'slug',
  'code',
  'number',
  'checkbox',
  'date',
  'select',
  'json',
  'point',
])

/** Whether a read-only field shows text instead of a disabled input. */
export function isToldAsText(field: FieldSchema): boolean {
  return TOLD.has(field.type) && field.admin?.component === undefined
}

/** Empty values look the same for all types. */
export function isNothing(field: FieldSchema, value: unknown): boolean {
  return (
    field.structure === 'value' &&
    (value === null || value === undefined || (Array.isArray(value) && value.length === 0))
  )
}

interface ReadValueProps {
  readonly field: FieldSchema
  readonly value: unknown
  readonly id: string
  readonly labelledBy: string
}

const LOOKS: Readonly<Record<string, string | undefined>> = {
  text: styles.prose,
  textarea: styles.prose,
  code: styles.code,
  json: styles.code,
}

/** A read-only value as text. */
export function ReadValue({ field, value, id, labelledBy }: ReadValueProps) {
  const formats = useFormats()
  const said = useWords(sharedWords)
  const text = field.type === 'checkbox' ? (value === true ? said.yes : said.no) : textOf(field, value, formats)
  return (
    // Focusable, so that links to fields and the Tab key reach read-only values.
    <div id={id} role="group" aria-labelledby={labelledBy} tabIndex={-1} className={LOOKS[field.type] ?? styles.value}>
      {text === '' ? <span className={styles.nothing}>–</span> : text}
    </div>
  )
}

function textOf(field: FieldSchema, value: unknown, formats: Formats): string {
  if (value === null || value === undefined) return ''
  const many = Array.isArray(value) && field.many
  if (many) return value.map((one) => textOf({ ...field, many: false }, one, formats)).join(', ')
  switch (field.type) {
    case 'number':
      return typeof value === 'number' ? formats.number(value) : ''
    case 'date':
      if (typeof value !== 'string') return ''
      return field.only === 'day' ? formats.day(value) : `${formats.day(value)}, ${formats.time(value)}`
    case 'json':
      return JSON.stringify(value, null, 2)
    case 'code':
      return typeof value === 'string' ? value : ''
    default:
      return knownType(field).text(value, field)
  }
}
