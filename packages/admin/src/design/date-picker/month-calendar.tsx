import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { inputWords } from '../../words/fields.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { Button, IconButton } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { dateOf, type Day, toDay } from './date-text.ts'
import styles from './date-picker.module.css'
import { moved, weeksOf } from './month.ts'

interface MonthCalendarProps {
  readonly value: Day | null
  readonly onPick: (day: Day | null) => void
  /** Whether the value may be cleared. */
  readonly mayClear: boolean
}

/** Month view to pick a day. Weeks begin by region. Arrow keys move by days and weeks, Page Up and Down by months. */
export function MonthCalendar({ value, onPick, mayClear }: MonthCalendarProps) {
  const said = useWords(inputWords)
  const { region, firstDay } = useFormats()
  const [now] = useState(() => toDay(new Date()))
  const [at, setAt] = useState(value ?? now)
  const body = useRef<HTMLTableSectionElement>(null)
  const hasMoved = useRef(false)
  useEffect(() => {
    if (hasMoved.current) body.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
  }, [at])
  const written = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(region, { calendar: 'gregory', ...options })
  const [heading, whole, single] = [
    written({ month: 'long', year: 'numeric' }),
    written({ dateStyle: 'full' }),
    written({ day: 'numeric' }),
  ]
  const shown = dateOf(at)
  const weeks = weeksOf(shown.getFullYear(), shown.getMonth(), firstDay)

  function onKeyDown(event: KeyboardEvent): void {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = moved(at, event.key, firstDay, isRightToLeft)
    if (next === undefined) return
    event.preventDefault()
    hasMoved.current = true
    setAt(next)
  }

  const turn = (key: 'PageUp' | 'PageDown') => {
    hasMoved.current = false
    setAt(moved(at, key, firstDay, false) ?? at)
  }
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <IconButton small label={said.previousMonth} onClick={() => turn('PageUp')}>
          <Icon of={ChevronLeft} />
        </IconButton>
        <span className={styles.heading} aria-live="polite">
          {heading.format(shown)}
        </span>
        <IconButton small label={said.nextMonth} onClick={() => turn('PageDown')}>
          <Icon of={ChevronRight} />
        </IconButton>
      </div>
      <table className={styles.month} aria-label={heading.format(shown)}>
        <WeekdayHeader width="narrow" />
        <tbody ref={body}>
          {weeks.map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((date, index) => {
                // An empty cell keeps the weekdays aligned.
                if (date === null) return <td key={index} aria-hidden="true" />
                const day = `${at.slice(0, 8)}${String(date).padStart(2, '0')}`
                return (
                  <td key={index}>
                    <button
                      type="button"
                      data-day={day}
                      className={styles.day}
                      tabIndex={day === at ? 0 : -1}
                      aria-label={whole.format(dateOf(day))}
                      aria-pressed={day === value}
                      aria-current={day === now ? 'date' : undefined}
                      onKeyDown={onKeyDown}
                      onClick={() => onPick(day)}
                    >
                      {single.format(dateOf(day))}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.foot}>
        <Button small onClick={() => onPick(now)}>
          {said.today}
        </Button>
        {mayClear && value !== null && (
          <Button small onClick={() => onPick(null)}>
            {said.clear}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Names of the weekdays, from the first day of the week. */
export function WeekdayHeader({ width }: { readonly width: 'narrow' | 'short' }) {
  const { region, firstDay } = useFormats()
  const written = new Intl.DateTimeFormat(region, { weekday: width })
  const whole = new Intl.DateTimeFormat(region, { weekday: 'long' })
  return (
    <thead>
      <tr>
        {[0, 1, 2, 3, 4, 5, 6].map((index) => {
          // Weekdays are counted from a Sunday.
          const day = new Date(2023, 0, 1 + ((firstDay + index) % 7))
          return (
            <th key={index} scope="col" abbr={whole.format(day)}>
              {written.format(day)}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
