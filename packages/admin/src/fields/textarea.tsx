import { useFormats } from '../words/formats.ts'
import type { FieldType, InputProps } from './contract.ts'
import { TextDiff } from './diff/lazy-diffs.ts'
import styles from './fields.module.css'
import { asText, TextCell, TextFilter, textOf } from './text.tsx'

/** A text with lines. It grows with what is written, and counts where there is an end. */
export const textarea: FieldType = {
  name: 'textarea',
  Input: TextareaInput,
  Cell: TextCell,
  Filter: TextFilter,
  Diff: TextDiff,
  text: textOf,
  width: 280,
}

function TextareaInput({ field, value, onChange, isReadOnly, described }: InputProps) {
  const formats = useFormats()
  const written = asText(value)
  const { maxLength } = field
  return (
    <>
      <textarea
        {...described}
        className={styles.onPage}
        data-empty={written === '' || undefined}
        rows={field.admin?.rows ?? 2}
        value={written}
        readOnly={isReadOnly}
        maxLength={maxLength}
        placeholder={field.admin?.placeholder}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      />
      {maxLength !== undefined && written.length > maxLength * 0.8 && (
        <div className={styles.count}>
          {formats.number(written.length)} / {formats.number(maxLength)}
        </div>
      )}
    </>
  )
}
