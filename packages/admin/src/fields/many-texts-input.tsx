import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { Input } from '../design/input.tsx'
import { fieldWords } from '../words/fields.ts'
import { useWords } from '../words/use-words.ts'
import type { InputProps } from './contract.ts'
import styles from './fields.module.css'
import { cutPasted, keyed, valuesOf } from './many-values.ts'
import { SortableChips } from './sortable-chips.tsx'

export interface ManyTextsProps extends InputProps {
  /** Parses typed text; by default, the text is the value. Undefined if invalid. */
  readonly parse?: (typed: string) => unknown
  readonly inputType?: string
}

/** Several short values as chips: Enter or comma adds one, Backspace in an empty input removes the last one. */
export function ManyTextsInput({
  value,
  onChange,
  isReadOnly,
  described,
  field,
  parse = asIs,
  inputType = 'text',
}: ManyTextsProps) {
  const said = useWords(fieldWords)
  const [typed, setTyped] = useState('')
  const values = Array.isArray(value) ? (value as unknown[]) : []

  function add(texts: readonly string[]): boolean {
    const added = texts.map((text) => parse(text)).filter((one) => one !== undefined)
    if (added.length > 0) onChange([...values, ...added])
    return added.length > 0
  }

  function settle(): void {
    if (typed.trim() !== '' && add([typed.trim()])) setTyped('')
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      settle()
    } else if (event.key === 'Backspace' && typed === '' && values.length > 0) onChange(values.slice(0, -1))
  }

  function onPaste(event: ClipboardEvent): void {
    const parts = cutPasted(event.clipboardData.getData('text/plain'))
    if (parts.length < 2 || !add(parts)) return
    event.preventDefault()
  }

  return (
    <div className={styles.many}>
      {values.length > 0 && (
        <SortableChips
          isReadOnly={isReadOnly}
          items={keyed(values).map(({ key, value: one }) => ({ key, name: String(one), content: String(one) }))}
          onChange={(keys) => onChange(valuesOf(values, keys))}
        />
      )}
      {!isReadOnly && (
        <Input
          {...described}
          type={inputType}
          value={typed}
          data-own-text
          placeholder={field.admin?.placeholder ?? `${said.add}…`}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={settle}
        />
      )}
    </div>
  )
}

function asIs(typed: string): string {
  return typed
}
