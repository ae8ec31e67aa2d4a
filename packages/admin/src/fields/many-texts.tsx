import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Icon } from '../design/icon.tsx'
import { Input } from '../design/input.tsx'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import type { InputProps } from './contract.ts'
import styles from './fields.module.css'

interface ManyTextsProps extends InputProps {
  /** The value of what was typed; text as it is by default. Undefined if it is none. */
  readonly parse?: (typed: string) => unknown
  readonly inputType?: string
}

/** Several short values, each a chip: enter or comma adds one, backspace in an empty input takes the last one away. */
export function ManyTexts({
  value,
  onChange,
  isReadOnly,
  described,
  field,
  parse = asIs,
  inputType = 'text',
}: ManyTextsProps) {
  const said = useWords(sharedWords)
  const [typed, setTyped] = useState('')
  const values = Array.isArray(value) ? (value as unknown[]) : []

  function add(): void {
    const one = typed.trim() === '' ? undefined : parse(typed.trim())
    if (one === undefined) return
    onChange([...values, one])
    setTyped('')
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && typed === '' && values.length > 0) onChange(values.slice(0, -1))
  }

  return (
    <div className={styles.chips}>
      {values.map((one, index) => (
        // Values may repeat, so only their place tells them apart.
        <span key={index} className={styles.chip}>
          <span>{String(one)}</span>
          {!isReadOnly && (
            <button
              type="button"
              className={styles.chipButton}
              aria-label={`${said.remove}: ${String(one)}`}
              onClick={() => onChange(values.filter((_, at) => at !== index))}
            >
              <Icon of={X} size={12} />
            </button>
          )}
        </span>
      ))}
      {!isReadOnly && (
        <Input
          {...described}
          type={inputType}
          value={typed}
          placeholder={field.admin?.placeholder}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={add}
        />
      )}
    </div>
  )
}

function asIs(typed: string): string {
  return typed
}
