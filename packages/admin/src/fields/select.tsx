import { labelsOf, optionsOf } from './options.ts'
import { Select } from '../design/input.tsx'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import type { CellProps, FieldType, FilterProps, InputProps } from './contract.ts'
import { ChoiceInput } from './lazily.tsx'
import styles from './fields.module.css'
import { isRequired } from './required-fields.ts'

export const select: FieldType = {
  name: 'select',
  Input: SelectInput,
  Cell: SelectCell,
  Filter: SelectFilter,
  text: (value, field) => labelsOf(field, value).join(', '),
  width: 140,
  reading: {},
  isShort: true,
}

const SHORT = 8

function SelectInput({ field, value, onChange, isReadOnly, described }: InputProps) {
  const { none } = useWords(sharedWords)
  const options = optionsOf(field)
  if (!field.many && options.length <= SHORT) {
    return (
      <Select
        {...described}
        value={typeof value === 'string' ? value : ''}
        disabled={isReadOnly}
        options={isRequired(field) ? emptyUnlessChosen(options, value) : [{ value: '', label: none }, ...options]}
        onChange={(next) => onChange(next === '' ? null : next)}
      />
    )
  }
  return (
    <ChoiceInput
      described={described}
      isReadOnly={isReadOnly}
      options={options}
      many={field.many}
      value={Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []}
      onChange={(next) => onChange(field.many ? next : (next[0] ?? null))}
    />
  )
}

/** Adds an empty option, so that a required select without a value doesn't show its first option as chosen. */
function emptyUnlessChosen(options: { value: string; label: string }[], value: unknown) {
  return typeof value === 'string' ? options : [{ value: '', label: '' }, ...options]
}

function SelectCell({ field, value }: CellProps) {
  return <span className={styles.plain}>{labelsOf(field, value).join(', ')}</span>
}

function SelectFilter({ field, operator, value, onChange, label }: FilterProps) {
  const options = optionsOf(field)
  if (['in', 'not_in', 'all'].includes(operator)) {
    return (
      <ChoiceInput
        label={label}
        options={options}
        many
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={onChange}
      />
    )
  }
  return (
    <Select
      aria-label={label}
      value={typeof value === 'string' ? value : ''}
      options={[{ value: '', label: '' }, ...options]}
      onChange={onChange}
    />
  )
}
