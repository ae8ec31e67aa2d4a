import type { CellProps, Extend, FilterProps, InputProps } from '@quirecms/admin/extensions'

/** An input that takes `90`, `1:30` and `1h 30m`. */
const extend: Extend = ({ react: { createElement: h, useState }, components: { Input } }) => {
  const written = (value: unknown): string => {
    if (typeof value !== 'number') return ''
    const [hours, minutes] = [Math.floor(value / 60), value % 60]
    return [hours > 0 && `${hours}h`, (minutes > 0 || hours === 0) && `${minutes}m`].filter(Boolean).join(' ')
  }

  const parsed = (text: string): number | null => {
    const [, hours, minutes] = /^\s*(?:(\d+)\s*(?:h|:))?\s*(?:(\d+)\s*m?)?\s*$/i.exec(text) ?? []
    return hours === undefined && minutes === undefined ? null : Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  }

  function DurationInput({ value, onChange, isReadOnly, described }: InputProps) {
    const [typed, setTyped] = useState<string>()
    return h(Input, {
      ...described,
      value: typed ?? written(value),
      readOnly: isReadOnly,
      onChange: ({ target }) => {
        setTyped(target.value)
        onChange(parsed(target.value))
      },
    })
  }

  function DurationFilter({ value, onChange, label }: FilterProps) {
    const [typed, setTyped] = useState(written(value))
    return h(Input, {
      'aria-label': label,
      value: typed,
      onChange: ({ target }) => {
        setTyped(target.value)
        onChange(parsed(target.value))
      },
    })
  }

  return {
    fields: [
      {
        name: 'duration',
        Input: DurationInput,
        Cell: ({ value }: CellProps) => written(value),
        Filter: DurationFilter,
        text: written,
        align: 'end',
        width: 110,
      },
    ],
  }
}

// oxlint-disable-next-line import/no-default-export -- where the app looks for an extension
export default extend
