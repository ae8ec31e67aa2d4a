import { fieldAt, labelOf } from '../data/entities.ts'
import type { FieldSchema } from '../data/schema.ts'
import { Input } from '../design/input.tsx'
import { fieldWords } from '../words/fields.ts'
import { useWords } from '../words/use-words.ts'
import type { CellProps, FieldType, InputProps } from './contract.ts'
import { TextDiff } from './diff/lazy-diffs.ts'
import styles from './fields.module.css'
import { asText, TextFilter, textFiltering, textOf } from './text.tsx'

/** Last part of a URL. The service derives it from another field while it is empty. */
export const slug: FieldType = {
  name: 'slug',
  Input: SlugInput,
  Cell: SlugCell,
  Filter: TextFilter,
  Diff: TextDiff,
  text: textOf,
  width: 180,
  reading: {},
  isShort: true,
  filtering: textFiltering,
}

function SlugInput({ field, value, onChange, isReadOnly, described, form }: InputProps) {
  const said = useWords(fieldWords)
  const source = field.from === undefined ? undefined : besideOf(form.entity.fields, field, field.from)
  return (
    <div className={styles.row}>
      <span className={styles.prefix}>/</span>
      <Input
        {...described}
        value={asText(value)}
        readOnly={isReadOnly}
        placeholder={source ? said.madeFrom({ field: labelOf(source) }) : ''}
        spellCheck={false}
        autoCapitalize="none"
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      />
    </div>
  )
}

/** Finds a field by name in the same document, group or row. */
function besideOf(fields: readonly FieldSchema[], { path }: FieldSchema, name: string): FieldSchema | undefined {
  return fieldAt(fields, [...path.split('.').slice(0, -1), name].join('.'))
}

function SlugCell({ value }: CellProps) {
  return <span className={`${styles.plain} ${styles.muted}`}>{typeof value === 'string' ? `/${value}` : ''}</span>
}
