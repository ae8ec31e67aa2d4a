import input from '../design/input.module.css'
import { useFormats } from '../words/formats.ts'
import type { FieldType, InputProps } from './contract.ts'
import { TextDiff } from './diff/lazy-diffs.ts'
import styles from './fields.module.css'
import { leastHeight } from './rows-option.ts'
import { asText, TextCell, TextFilter, textFiltering, textOf } from './text.tsx'

/** A text with line breaks. The input grows with it, and counts characters if there is a limit. */
export const textarea: FieldType = {
  name: 'textarea',
  Input: TextareaInput,
  Cell: TextCell,
  Filter: TextFilter,
  Diff: TextDiff,
  text: textOf,
  width: 280,
  reading: { look: 'prose' },
  naming: 'first',
  picture: 'lines',
  filtering: textFiltering,
}

function TextareaInput({ field, value, onChange, isReadOnly, described }: InputProps) {
  const formats = useFormats()
  const written = asText(value)
  const { maxLength } = field
  // The service counts code points.
  const { length } = Array.from(written)
  return (
    <>
      <textarea
        {...described}
        className={`${input.input} ${input.onPage}`}
        style={leastHeight(field)}
        value={written}
        readOnly={isReadOnly}
        placeholder={field.admin?.placeholder}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      />
      {maxLength !== undefined && length > maxLength * 0.8 && (
        <div className={styles.count}>
          {formats.number(length)} / {formats.number(maxLength)}
        </div>
      )}
    </>
  )
}
