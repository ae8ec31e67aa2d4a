import { CalendarDays } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { inputWords } from '../../words/fields.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { IconButton } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { Popover } from '../popover.tsx'
import { dateText, type Day } from './date-text.ts'
import styles from './date-picker.module.css'
import { MonthCalendar } from './month-calendar.tsx'
import { Input } from '../input.tsx'

export interface DayInputProps
  extends Pick<
    ComponentProps<'input'>,
    'id' | 'aria-label' | 'aria-labelledby' | 'aria-describedby' | 'aria-invalid' | 'readOnly'
  > {
  readonly value: Day | null
  readonly onChange: (day: Day | null) => void
  readonly mayClear?: boolean
  readonly children?: ReactNode
  /** A further problem with the value. */
  readonly problem?: string | undefined
}

export function DayInput({ value, onChange, mayClear = true, children, problem, readOnly, ...rest }: DayInputProps) {
  const said = useWords(inputWords)
  const { region } = useFormats()
  const { day, parseDay, examples } = dateText(region)
  const [isOpen, setOpen] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const noteId = useId()
  const wrong = isWrong ? said.wrongDay({ example: examples.day }) : problem
  const described = [rest['aria-describedby'], wrong === undefined ? undefined : noteId].filter(Boolean).join(' ')
  return (
    <>
      <div className={styles.line}>
        <span className={styles.dayBox}>
          <TypedBox
            {...rest}
            {...(described !== '' && { 'aria-describedby': described })}
            aria-invalid={wrong === undefined ? rest['aria-invalid'] : true}
            readOnly={readOnly}
            className={styles.typed ?? ''}
            placeholder={readOnly ? '–' : examples.day.replaceAll(/[\p{L}\p{N}]/gu, '–')}
            known={value === null ? '' : day(value)}
            parse={parseDay}
            onChange={onChange}
            onWrong={setWrong}
          />
          {!readOnly && (
            <Popover
              title={said.chooseDay}
              open={isOpen}
              onOpenChange={setOpen}
              trigger={
                <IconButton small label={said.chooseDay} className={styles.open ?? ''}>
                  <Icon of={CalendarDays} />
                </IconButton>
              }
            >
              <MonthCalendar
                value={value}
                mayClear={mayClear}
                onPick={(picked) => {
                  setOpen(false)
                  setWrong(false)
                  onChange(picked)
                }}
              />
            </Popover>
          )}
        </span>
        {children}
      </div>
      {wrong !== undefined && (
        <p id={noteId} className={styles.wrong}>
          {wrong}
        </p>
      )}
    </>
  )
}

interface TypedBoxProps<Value> extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** The formatted value; empty without one. */
  readonly known: string
  /** Returns undefined for invalid text. Without `isComplete`, also parses text that more typing could change. */
  readonly parse: (typed: string, isComplete: boolean) => Value | undefined
  readonly onChange: (value: Value | null) => void
  /** Called with true when the user leaves invalid text, and with false when they type again. */
  readonly onWrong: (isWrong: boolean) => void
}

/** A text input that parses while the user types, and formats the value when it loses the focus. */
export function TypedBox<Value>({ known, parse, onChange, onWrong, ...rest }: TypedBoxProps<Value>) {
  const [typed, setTyped] = useState<string>()
  return (
    <Input
      {...rest}
      autoComplete="off"
      value={typed ?? known}
      onChange={({ target }) => {
        setTyped(target.value)
        onWrong(false)
        const value = target.value.trim() === '' ? null : parse(target.value, true)
        if (value !== undefined) onChange(value)
      }}
      onBlur={() => {
        if (typed === undefined) return
        const value = typed.trim() === '' ? null : parse(typed, false)
        onWrong(value === undefined)
        if (value === undefined) return
        setTyped(undefined)
        onChange(value)
      }}
    />
  )
}
