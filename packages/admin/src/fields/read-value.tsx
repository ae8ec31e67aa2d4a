import type { FieldSchema } from '../data/schema.ts'
import { useFormats } from '../words/formats.ts'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import type { ReadingWords } from './contract.ts'
import { knownType } from './known-types.ts'
import styles from './read-value.module.css'

/** Whether a read-only field shows text instead of a disabled input. */
export function isToldAsText(field: FieldSchema): boolean {
  return knownType(field).reading !== undefined
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

const LOOKS: Readonly<Record<string, string | undefined>> = { prose: styles.prose, code: styles.code }

/** A read-only value as text. */
export function ReadValue({ field, value, id, labelledBy }: ReadValueProps) {
  const formats = useFormats()
  const { yes, no } = useWords(sharedWords)
  const text = textOf(field, value, { formats, yes, no })
  return (
    // Focusable, so that links to fields and the Tab key reach read-only values.
    <div
      id={id}
      role="group"
      aria-labelledby={labelledBy}
      tabIndex={-1}
      className={LOOKS[knownType(field).reading?.look ?? ''] ?? styles.value}
    >
      {text === '' ? <span className={styles.nothing}>–</span> : text}
    </div>
  )
}

function textOf(field: FieldSchema, value: unknown, words: ReadingWords): string {
  const { reading, text } = knownType(field)
  if ((value === null || value === undefined) && !reading?.readsNothing) return ''
  const many = Array.isArray(value) && field.many
  if (many) return value.map((one) => textOf({ ...field, many: false }, one, words)).join(', ')
  return reading?.text ? reading.text(value, field, words) : text(value, field)
}
