import { useDroppable } from '@dnd-kit/core'
import { useFormats } from '../../words/formats.ts'
import styles from './calendar-screen.module.css'
import { planKey, type Placed } from './day-board.tsx'
import { type Day, dayOf, startOf } from './days.ts'
import { weeksOf } from '../../design/date-picker/month.ts'
import { WeekdayHeader } from '../../design/date-picker/month-calendar.tsx'
import { PlanChip } from './plan-chip.tsx'

interface MonthGridProps {
  readonly year: number
  readonly month: number
  readonly today: Day
  readonly plans: readonly Placed[]
}

/** The days of a month; on phones a list, days with entries first. */
export function MonthGrid({ year, month, today, plans }: MonthGridProps) {
  const { firstDay } = useFormats()
  return (
    <table className={styles.month}>
      <WeekdayHeader width="short" />
      <tbody>
        {weeksOf(year, month, firstDay).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((number, index) => {
              if (number === null) return <td key={index} className={styles.outside} aria-hidden="true" />
              const day = dayOf(new Date(year, month, number))
              const own = plans.filter(({ runAt }) => dayOf(runAt) === day)
              return <DayCell key={index} day={day} today={today} plans={own} />
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DayCellProps {
  readonly day: Day
  readonly today: Day
  readonly plans: readonly Placed[]
}

/** A day of the month. Past days are read-only. */
function DayCell({ day, today, plans }: DayCellProps) {
  const { number, region } = useFormats()
  const isOver = day < today
  const { setNodeRef, isOver: isAimedAt } = useDroppable({ id: day, disabled: isOver })
  const start = startOf(day)
  const whole = new Intl.DateTimeFormat(region, { weekday: 'long', day: 'numeric', month: 'long' })
  const sorted = plans.toSorted((one, other) => one.runAt.getTime() - other.runAt.getTime())
  return (
    <td
      ref={setNodeRef}
      className={styles.day}
      aria-current={day === today ? 'date' : undefined}
      data-over={isOver || undefined}
      data-aimed={isAimedAt || undefined}
      data-empty={plans.length === 0 || undefined}
    >
      <time dateTime={day} aria-label={whole.format(start)} className={styles.number}>
        {number(start.getDate())}
      </time>
      {sorted.length > 0 && (
        <ul>
          {sorted.map(({ what, runAt }) => (
            <li key={planKey(what)}>
              <PlanChip what={what} runAt={runAt} />
            </li>
          ))}
        </ul>
      )}
    </td>
  )
}
