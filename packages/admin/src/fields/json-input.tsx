import { useId, useState } from 'react'
import { Button } from '../design/button.tsx'
import { inputWords } from '../words/fields.ts'
import { useWords } from '../words/use-words.ts'
import { CodeBox } from './code-box.tsx'
import type { InputProps } from './contract.ts'
import { sameValue } from './diff/same-value.ts'
import styles from './fields.module.css'
import { jsonText, parseJson } from './json-text.ts'
import { leastLines } from './rows-option.ts'

export function JsonInput({ field, value, onChange, isReadOnly, described }: InputProps) {
  const said = useWords(inputWords)
  const noteId = useId()
  const [typed, setTyped] = useState<string>()
  const parsed = typed === undefined ? value : parseJson(typed)
  const isBroken = parsed === undefined && typed !== undefined
  // The value changed from outside: another language, or a restored revision.
  const isOutdated = typed !== undefined && !isBroken && !sameValue(parsed, value)
  const shown = typed === undefined || isOutdated ? jsonText(value) : typed
  const tidy = jsonText(parsed)
  return (
    <>
      <CodeBox
        described={{
          ...described,
          'aria-invalid': described['aria-invalid'] || isBroken,
          'aria-describedby': isBroken ? noteId : described['aria-describedby'],
        }}
        language="json"
        lines={leastLines(field)}
        value={shown}
        isReadOnly={isReadOnly}
        isOwnText={isBroken}
        onChange={(next) => {
          setTyped(next)
          const parsedNext = parseJson(next)
          if (parsedNext !== undefined) onChange(parsedNext)
        }}
      />
      {isBroken && (
        <p id={noteId} role="status" className={styles.warning}>
          {said.notJson}
        </p>
      )}
      {!isReadOnly && !isBroken && typed !== undefined && shown !== tidy && (
        <Button small kind="outline" className={styles.start ?? ''} onClick={() => setTyped(tidy)}>
          {said.format}
        </Button>
      )}
    </>
  )
}
