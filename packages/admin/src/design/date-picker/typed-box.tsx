import { type ComponentProps, useState } from 'react'
import { Input } from '../input.tsx'

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
