import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { textIn } from '../words/direction.ts'
import { fieldWords } from '../words/fields.ts'
import { useFormats } from '../words/formats.ts'
import { useWords } from '../words/use-words.ts'
import type { BesideValue } from './contract.ts'
import styles from './beside-field.module.css'

interface BesideFieldProps {
  readonly beside: BesideValue
  /** The input of the edited language. */
  readonly input: ReactNode
  /** The value in the other language. */
  readonly children: ReactNode
  /** Copies the value; missing if the field is read-only. */
  readonly onCopy: (() => void) | undefined
}

/** A value beside its source in another language. */
export function BesideField({ beside, input, children, onCopy }: BesideFieldProps) {
  const said = useWords(fieldWords)
  const formats = useFormats()
  const isEmpty = beside.value === null || beside.value === undefined || beside.value === ''
  return (
    <div className={styles.beside}>
      {input}
      <div className={styles.other} data-state={beside.state}>
        <div className={styles.source} {...textIn(beside.locale)}>
          {isEmpty ? <span className={styles.nothing}>–</span> : children}
        </div>
        {onCopy && !isEmpty && (
          <IconButton small label={said.copyFrom({ locale: formats.locale(beside.locale) })} onClick={onCopy}>
            <Icon of={ArrowLeft} size={14} />
          </IconButton>
        )}
      </div>
    </div>
  )
}

export function TranslationState({ state }: { readonly state: BesideValue['state'] }) {
  const said = useWords(fieldWords)
  if (state === undefined) return null
  return (
    <span className={styles.state} data-state={state}>
      {state === 'missing' ? said.notTranslated : said.sourceChanged}
    </span>
  )
}
