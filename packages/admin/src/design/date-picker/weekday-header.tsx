import { useFormats } from '../../words/formats.ts'

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
