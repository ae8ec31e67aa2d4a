import { useState } from 'react'
import { Button } from '../design/button.tsx'
import { DayInput } from '../design/date-picker/day-input.tsx'
import { MomentInput } from '../design/date-picker/moment-input.tsx'
import { inputWords } from '../words/fields.ts'
import { useFormats } from '../words/formats.ts'
import { useWords } from '../words/use-words.ts'
import type { FilterProps, InputProps } from './contract.ts'
import styles from './fields.module.css'
import { keyed, valuesOf } from './many-values.ts'
import { isRequired } from './required-fields.ts'
import { showDate } from './show-date.ts'
import { SortableChips } from './sortable-chips.tsx'

export function DateInput(props: InputProps) {
  const { field, value, onChange, isReadOnly, described } = props
  if (field.many) return <ManyDates {...props} />
  const Box = field.only === 'day' ? DayInput : MomentInput
  return (
    <Box
      {...described}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
      readOnly={isReadOnly}
      mayClear={!isRequired(field)}
    />
  )
}

export function DateFilter({ field, value, onChange, label }: FilterProps) {
  const Box = field.only === 'day' ? DayInput : MomentInput
  return <Box aria-label={label} value={typeof value === 'string' ? value : null} onChange={onChange} />
}

function ManyDates({ field, value, onChange, isReadOnly, described }: InputProps) {
  const said = useWords(inputWords)
  const formats = useFormats()
  const [next, setNext] = useState<string | null>(null)
  const isDay = field.only === 'day'
  const Box = isDay ? DayInput : MomentInput
  const values = Array.isArray(value) ? value.map(String) : []
  const items = keyed(values).map(({ key, value: one }) => {
    const name = showDate(one, isDay, formats)
    return { key, name, content: name }
  })
  return (
    <div className={styles.many}>
      {items.length > 0 && (
        <SortableChips items={items} isReadOnly={isReadOnly} onChange={(keys) => onChange(valuesOf(values, keys))} />
      )}
      {!isReadOnly && (
        <div className={styles.row}>
          <Box {...described} value={next} onChange={setNext} />
          <Button
            small
            kind="outline"
            disabled={next === null}
            onClick={() => {
              if (next !== null) onChange([...values, next])
              setNext(null)
            }}
          >
            {said.addDate}
          </Button>
        </div>
      )}
    </div>
  )
}
