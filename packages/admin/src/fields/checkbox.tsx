import { Check, Minus } from 'lucide-react'
import { labelOf } from '../data/entities.ts'
import { Checkbox, Select } from '../design/input.tsx'
import { Icon } from '../design/icon.tsx'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import type { CellProps, FieldType, FilterProps, InputProps } from './contract.ts'
import styles from './fields.module.css'

export const checkbox: FieldType = {
  name: 'checkbox',
  Input: CheckboxInput,
  Cell: CheckboxCell,
  Filter: CheckboxFilter,
  text: (value) => (value === true ? '✓' : value === false ? '–' : ''),
  width: 100,
  ownLabel: true,
  reading: { readsNothing: true, text: (value, _field, { yes, no }) => (value === true ? yes : no) },
  naming: 'never',
  picture: 'tick',
  isShort: true,
  filtering: { first: true },
}

function CheckboxInput({ field, value, onChange, isReadOnly, described }: InputProps) {
  return (
    // The label holds its box: Base UI's is a button with a hidden input beside it.
    <label className={styles.toggle}>
      <Checkbox
        id={described.id}
        aria-describedby={described['aria-describedby']}
        checked={value === true}
        disabled={isReadOnly}
        onCheckedChange={(checked) => onChange(checked)}
      />
      {labelOf(field)}
    </label>
  )
}

function CheckboxCell({ value }: CellProps) {
  const said = useWords(sharedWords)
  if (typeof value !== 'boolean') return null
  return (
    <span className={value ? '' : styles.muted} role="img" aria-label={value ? said.yes : said.no}>
      <Icon of={value ? Check : Minus} size={14} />
    </span>
  )
}

function CheckboxFilter({ value, onChange, label }: FilterProps) {
  const said = useWords(sharedWords)
  return (
    <Select
      aria-label={label}
      value={value === false ? 'no' : 'yes'}
      options={[
        { value: 'yes', label: said.yes },
        { value: 'no', label: said.no },
      ]}
      onChange={(next) => onChange(next === 'yes')}
    />
  )
}
