import { Input } from '../design/input.tsx'
import { fieldWords } from '../words/fields.ts'
import { useWords } from '../words/use-words.ts'
import type { CellProps, FieldType, InputProps } from './contract.ts'
import { TextDiff } from './diff/lazy-diffs.ts'
import styles from './fields.module.css'
import { asText, TextFilter, textOf } from './text.tsx'

/** The last part of an address. The service makes it from another field as long as it is empty. */
export const slug: FieldType = {
  name: 'slug',
  Input: SlugInput,
  Cell: SlugCell,
  Filter: TextFilter,
  Diff: TextDiff,
  text: textOf,
  width: 180,
}

function SlugInput({ field, value, onChange, isReadOnly, described }: InputProps) {
  const said = useWords(fieldWords)
  return (
    <div className={styles.row}>
      <span className={styles.prefix}>/</span>
      <Input
        {...described}
        value={asText(value)}
        readOnly={isReadOnly}
        placeholder={field.from === undefined ? '' : said.madeFrom({ field: field.from })}
        spellCheck={false}
        autoCapitalize="none"
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      />
    </div>
  )
}

function SlugCell({ value }: CellProps) {
  return <span className={`${styles.plain} ${styles.muted}`}>{typeof value === 'string' ? `/${value}` : ''}</span>
}
