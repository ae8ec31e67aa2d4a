import { type KeyboardEvent, useId, useMemo, useRef } from 'react'
import { inputWords } from '../words/fields.ts'
import { useWords } from '../words/use-words.ts'
import styles from './code-box.module.css'
import type { Described } from './contract.ts'
import { tokensOf } from './highlight.ts'

interface CodeBoxProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly language: string
  readonly isReadOnly: boolean
  readonly described: Described
  readonly placeholder?: string | undefined
  readonly lines?: number | undefined
  /** The shown text differs from the value, so undo is the browser's. */
  readonly isOwnText?: boolean
}

/** Height of a line, and of the padding and border. */
const [LINE_HEIGHT, AROUND] = [20, 22]
const LONGEST = 480

/** A text area over the same text in colours, so that editing is the browser's. */
export function CodeBox({
  value,
  onChange,
  language,
  isReadOnly,
  described,
  placeholder,
  lines,
  isOwnText = false,
}: CodeBoxProps) {
  const said = useWords(inputWords)
  const hintId = useId()
  const tokens = useMemo(() => tokensOf(value, language), [value, language])
  // After Escape, the next Tab leaves the box: no keyboard trap.
  const leaves = useRef(false)

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === 'Escape') leaves.current = true
    else if (event.key === 'Tab' && !event.shiftKey && !leaves.current && !isReadOnly) {
      event.preventDefault()
      const box = event.currentTarget
      box.setRangeText('  ', box.selectionStart, box.selectionEnd, 'end')
      onChange(box.value)
    } else if (event.key !== 'Shift') leaves.current = false
  }

  return (
    <div className={styles.box} style={lines === undefined ? undefined : heightOf(lines)}>
      <pre className={styles.colours} aria-hidden="true">
        {tokens.map(({ kind, text }, index) => (
          <span key={index} className={styles[kind]}>
            {text}
          </span>
        ))}
        {'\n'}
      </pre>
      <textarea
        {...described}
        aria-describedby={`${described['aria-describedby'] ?? ''} ${hintId}`.trim()}
        className={styles.typed}
        value={value}
        data-own-text={isOwnText || undefined}
        readOnly={isReadOnly}
        placeholder={placeholder}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        wrap="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className={styles.language}>{language}</span>
      <span id={hintId} hidden>
        {said.codeKeys}
      </span>
    </div>
  )
}

/** Long texts scroll, unless the application sets a larger minimum. */
function heightOf(lines: number) {
  const height = lines * LINE_HEIGHT + AROUND
  return { minHeight: height, maxHeight: Math.max(height, LONGEST) }
}
