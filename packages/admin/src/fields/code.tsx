import type { CellProps, FieldType, InputProps } from './contract.ts'
import { LinesDiff } from './diff/lazy-diffs.ts'
import styles from './fields.module.css'
import { lazily } from './lazily.tsx'
import { leastLines } from './rows-option.ts'
import { asText, TextFilter, textFiltering, textOf } from './text.tsx'

const CodeBox = lazily(async () => (await import('./code-box.tsx')).CodeBox)

export const code: FieldType = {
  name: 'code',
  Input: CodeInput,
  Cell: CodeCell,
  Filter: TextFilter,
  Diff: LinesDiff,
  text: (value) => textOf(value).split('\n')[0] ?? '',
  width: 220,
  reading: { look: 'code', text: asText },
  picture: 'code',
  filtering: textFiltering,
}

function CodeInput({ field, value, onChange, isReadOnly, described }: InputProps) {
  return (
    <CodeBox
      described={described}
      value={asText(value)}
      language={field.language ?? ''}
      isReadOnly={isReadOnly}
      placeholder={field.admin?.placeholder}
      lines={leastLines(field)}
      onChange={(next) => onChange(next === '' ? null : next)}
    />
  )
}

function CodeCell({ field, value }: CellProps) {
  return <span className={`${styles.plain} ${styles.mono}`}>{code.text(value, field)}</span>
}
