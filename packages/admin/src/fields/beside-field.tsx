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
  /** The input of the language that is edited. */
  readonly input: ReactNode
  /** The value in the other one. */
  readonly children: ReactNode
  /** Takes the value over; not there where nothing may be changed. */
  readonly onCopy: (() => void) | undefined
}

/** A value and the same in another language, which it is translated from. */
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

/** What is to be said about a translation, beside the name of its field. */
export function TranslationState({ state }: { readonly state: BesideValue['state'] }) {
  const said = useWords(fieldWords)
  if (state === undefined) return null
  return (
    <span className={styles.state} data-state={state}>
      {state === 'missing' ? said.notTranslated : said.sourceChanged}
    </span>
  )
}
