import { useState } from 'react'
import { inputWords } from '../../words/fields.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { Button } from '../button.tsx'
import { dateOf, dateText, toDay } from './date-text.ts'
import styles from './date-picker.module.css'
import { DayInput, type DayInputProps, TypedBox } from './day-input.tsx'

interface MomentInputProps extends Omit<DayInputProps, 'value' | 'onChange' | 'children' | 'problem'> {
  /** UTC, such as `2026-03-01T08:30:00.000Z`. */
  readonly value: string | null
  readonly onChange: (moment: string | null) => void
}

/**
 * A day and a time in the time zone of the user, with the zone's name beside it. Seconds, if present, are preserved.
 */
export function MomentInput({ value, onChange, ...rest }: MomentInputProps) {
  const said = useWords(inputWords)
  const { region } = useFormats()
  const { time, parseTime, examples } = dateText(region)
  const [isWrong, setWrong] = useState(false)
  const moment = momentOf(value)
  const zone = zoneAt(value)
  return (
    <DayInput
      {...rest}
      value={moment ? toDay(moment) : null}
      problem={isWrong ? said.wrongTime({ example: examples.time }) : undefined}
      onChange={(day) => {
        if (day === null) return onChange(null)
        const next = dateOf(day)
        next.setHours(
          moment?.getHours() ?? 0,
          moment?.getMinutes() ?? 0,
          moment?.getSeconds() ?? 0,
          moment?.getMilliseconds() ?? 0,
        )
        onChange(next.toISOString())
      }}
    >
      <TypedBox
        className={styles.time ?? ''}
        aria-label={said.time}
        aria-invalid={isWrong || undefined}
        readOnly={rest.readOnly}
        placeholder={rest.readOnly ? '' : '–:––'}
        known={moment ? time(moment.getHours(), moment.getMinutes()) : ''}
        parse={parseTime}
        onWrong={setWrong}
        onChange={(next) => {
          // A missing time means the beginning of the day, a missing day means today.
          const [hours, minutes] = next ?? [0, 0]
          if (!moment && next === null) return
          const changed = new Date(moment ?? new Date())
          if (changed.getHours() === hours && changed.getMinutes() === minutes && moment) return
          changed.setHours(hours, minutes, 0, 0)
          onChange(changed.toISOString())
        }}
      />
      {/* The time zone; the title also shows the stored UTC value. */}
      <span
        className={styles.zone}
        title={value === null ? zone.name : `${zone.name} · ${said.utc({ moment: plain(value) })}`}
      >
        {zone.short}
      </span>
      {value === null && !rest.readOnly && (
        <Button small onClick={() => onChange(new Date(new Date().setSeconds(0, 0)).toISOString())}>
          {said.now}
        </Button>
      )}
    </DayInput>
  )
}

function plain(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ')
}

function momentOf(value: string | null): Date | undefined {
  const moment = value === null ? undefined : new Date(value)
  return moment && !Number.isNaN(moment.getTime()) ? moment : undefined
}

/** Name of the time zone at a moment (it depends on summer time), and its place. */
function zoneAt(iso: string | null): { readonly short: string; readonly name: string } {
  const format = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })
  const moment = iso === null ? new Date() : new Date(iso)
  const parts = format.formatToParts(Number.isNaN(moment.getTime()) ? new Date() : moment)
  return {
    short: parts.find(({ type }) => type === 'timeZoneName')?.value ?? '',
    name: format.resolvedOptions().timeZone,
  }
}
