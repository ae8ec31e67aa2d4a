import { useFormats } from '../words/formats.ts'
import { fieldWords } from '../words/fields.ts'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import type { CellProps, FieldType, InputProps } from './contract.ts'
import styles from './fields.module.css'

/** Computed on read: shown, never edited. */
export const virtual: FieldType = {
  name: 'virtual',
  Input: VirtualInput,
  Cell: VirtualCell,
  text: (value) =>
    typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value),
  width: 160,
  isShort: true,
}

function VirtualInput({ value, described }: InputProps) {
  const said = useWords(fieldWords)
  const text = useTold(value)
  return (
    <output id={described.id} className={styles.computed} aria-describedby={described['aria-describedby']}>
      {text === '' ? <span className={styles.muted}>{said.computed}</span> : text}
    </output>
  )
}

function VirtualCell({ value }: CellProps) {
  return <span className={styles.plain}>{useTold(value)}</span>
}

/** Any value as text, formatted in the user's language. */
function useTold(value: unknown): string {
  const formats = useFormats()
  const said = useWords(sharedWords)
  if (typeof value === 'number') return formats.number(value)
  if (typeof value === 'boolean') return value ? said.yes : said.no
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formats.exact(value)
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : virtualText(value)
}

function virtualText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
