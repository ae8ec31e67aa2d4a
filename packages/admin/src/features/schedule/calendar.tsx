import { useState } from 'react'
import { useFormats } from '../../words/formats.ts'
import { scheduleWords } from './words.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './calendar.module.css'
import { weeksOf } from '../../design/date-picker/month.ts'
import { WeekdayHeader } from '../../design/date-picker/month-calendar.tsx'

export function Calendar({ moments }: { readonly moments: readonly string[] }) {
  const said = useWords(scheduleWords)
  const { number, day: nameOfDay, region, firstDay } = useFormats()
  const [today] = useState(() => new Date())
  const [year, month] = [today.getFullYear(), today.getMonth()]
  const heading = new Intl.DateTimeFormat(region, { month: 'long', year: 'numeric' })
  const countOn = (day: number) =>
    moments.filter((moment) => {
      const date = new Date(moment)
      return date.getFullYear() === year && date.getMonth() === month && date.getDate() === day
    }).length
  return (
    <table className={styles.calendar}>
      <caption className={styles.caption}>
        <span className={styles.hidden}>{said.month}: </span>
        {heading.format(today)}
      </caption>
      <WeekdayHeader width="narrow" />
      <tbody>
        {weeksOf(year, month, firstDay).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, index) => {
              const count = day === null ? 0 : countOn(day)
              return (
                <td
                  key={index}
                  aria-current={day === today.getDate() ? 'date' : undefined}
                  data-planned={count > 0 || undefined}
                >
                  {day !== null && number(day)}
                  {day !== null && count > 0 && (
                    <span className={styles.hidden}>
                      {said.onDay({ day: nameOfDay(new Date(year, month, day)), count })}
                    </span>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
