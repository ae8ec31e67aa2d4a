import type { CellProps, Extend, FilterProps, InputProps } from '@quirecms/admin/extensions'

interface PickerProps {
  readonly label: string
  readonly digits: string
  readonly isReadOnly: boolean
  readonly onPick: (color: string) => void
}

const NO_COLOR = 'linear-gradient(to top right, transparent 47%, currentColor 47% 53%, transparent 53%)'

/**
 * A swatch that opens the browser's colour picker, an input for the hexadecimal value, and the swatches of the field.
 */
const extend: Extend = ({
  react: { createElement: h, Fragment, useState },
  components: { Button, Input },
  fieldTypeOf,
}) => {
  const text = fieldTypeOf({ type: 'text' })

  const box = {
    width: '1.5rem',
    height: '1.5rem',
    padding: 0,
    border: '1px solid currentColor',
    borderRadius: '0.25rem',
  }
  const row = { display: 'flex', gap: '0.5rem', alignItems: 'center', flexWrap: 'wrap' as const }

  function Swatch({ color }: { color: string }) {
    return h('span', { 'aria-hidden': true, style: { ...box, display: 'inline-block', background: color } })
  }

  /** Browsers show black for an empty value, so their input is invisible above a box that shows it. */
  function Picker({ label, digits, isReadOnly, onPick }: PickerProps) {
    const [isFocused, setFocused] = useState(false)
    const isColor = /^#[0-9a-f]{6}$/i.test(digits)
    return h(
      'span',
      {
        style: {
          ...box,
          position: 'relative',
          background: isColor ? digits : NO_COLOR,
          ...(!isColor && { borderStyle: 'dashed' }),
          ...(isFocused && { outline: '2px solid var(--focus)', outlineOffset: '1px' }),
        },
      },
      h('input', {
        type: 'color',
        'aria-label': label,
        value: isColor ? digits : '#808080',
        disabled: isReadOnly,
        style: { position: 'absolute', inset: 0, width: '100%', height: '100%', opacity: 0 },
        onFocus: () => setFocused(true),
        onBlur: () => setFocused(false),
        onChange: (event: { target: { value: string } }) => onPick(event.target.value),
      }),
    )
  }

  function ColorInput(props: InputProps) {
    const { field, value, onChange, isReadOnly, described, path } = props
    if (field.many) return h(text.Input, props)
    const digits = typeof value === 'string' ? value : ''
    const swatches = (field as { swatches?: readonly string[] }).swatches ?? []
    return h(
      'div',
      { style: row },
      h(Picker, { label: `${field.label ?? field.name}: pick a colour`, digits, isReadOnly, onPick: onChange }),
      h(Input, {
        ...described,
        value: digits,
        readOnly: isReadOnly,
        onChange: (event: { target: { value: string } }) => onChange(event.target.value.trim() || null),
      }),
      ...swatches.map((one) =>
        h(
          Button,
          { key: `${path}-${one}`, kind: 'plain', disabled: isReadOnly, onClick: () => onChange(one) },
          h(Swatch, { color: one }),
          one,
        ),
      ),
    )
  }

  function ColorCell({ value }: CellProps) {
    const colors = [value].flat().filter((one): one is string => typeof one === 'string')
    return h('span', { style: row }, ...colors.map((one) => h(Fragment, { key: one }, h(Swatch, { color: one }), one)))
  }

  /** Operators that take a list read several colours from one input, separated by spaces or commas. */
  function ColorFilter({ operator, value, onChange, label }: FilterProps) {
    const takesSome = operator === 'in' || operator === 'not_in' || operator === 'all'
    const [typed, setTyped] = useState([value ?? []].flat().map(String).join(' '))
    return h(Input, {
      'aria-label': label,
      value: typed,
      onChange: ({ target }: { target: { value: string } }) => {
        setTyped(target.value)
        onChange(takesSome ? target.value.split(/[\s,]+/).filter(Boolean) : target.value)
      },
    })
  }

  return {
    fields: [
      {
        name: 'color',
        Input: ColorInput,
        Cell: ColorCell,
        Filter: ColorFilter,
        text: (value) =>
          [value]
            .flat()
            .filter((one) => typeof one === 'string')
            .join(', '),
        width: 130,
      },
    ],
  }
}

// oxlint-disable-next-line import/no-default-export -- where the app looks for an extension
export default extend
