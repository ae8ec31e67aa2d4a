import { Input } from '../design/input.tsx'
import type { FieldType, InputProps } from './contract.ts'
import { TextDiff } from './diff/lazy-diffs.ts'
import { ManyTexts } from './lazily.tsx'
import { asText, TextCell, TextFilter, textFiltering, textOf } from './text.tsx'

export const email: FieldType = {
  name: 'email',
  Input: EmailInput,
  Cell: TextCell,
  Filter: TextFilter,
  Diff: TextDiff,
  text: textOf,
  width: 200,
  reading: {},
  filtering: textFiltering,
}

function EmailInput(props: InputProps) {
  const { field, value, onChange, isReadOnly, described } = props
  if (field.many) return <ManyTexts {...props} inputType="email" />
  return (
    <Input
      {...described}
      type="email"
      value={asText(value)}
      readOnly={isReadOnly}
      placeholder={field.admin?.placeholder}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  )
}
