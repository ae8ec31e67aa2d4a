import { CalendarDays } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { inputWords } from '../../words/field-inputs.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { IconButton } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { Popover } from '../popover.tsx'
import { dateText, type Day } from './date-text.ts'
import styles from './date-picker.module.css'
import { MonthCalendar } from './month-calendar.tsx'
import { TypedBox } from './typed-box.tsx'

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
