import { fieldWords } from '../words/fields.ts'
import { useWords } from '../words/use-words.ts'
import type { FieldType, InputProps } from './contract.ts'
import styles from './fields.module.css'

export const other: FieldType = { name: 'other', Input: OtherInput, text: asJson }

function OtherInput({ value }: InputProps) {
  const said = useWords(fieldWords)
  return (
    <div>
      <p className={styles.muted}>{said.unsupported}</p>
      {value !== null && value !== undefined && <pre className={styles.mono}>{asJson(value)}</pre>}
    </div>
  )
}

function asJson(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
}
