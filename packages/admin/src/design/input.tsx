import { type ComponentProps, type ReactNode, useId } from 'react'
import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import { Icon } from './icon.tsx'
import styles from './input.module.css'

export function Input({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={`${styles.input} ${className}`} />
}

interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

export function Select<Value extends string>({
  value,
  options,
  onChange,
  className = '',
  ...rest
}: SelectProps<Value>) {
  return (
    <select
      {...rest}
      value={value}
      className={`${styles.input} ${className}`}
      onChange={(event) => onChange(event.target.value as Value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

export interface Described {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

interface LabelledProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly children: (described: Described) => ReactNode
}

/** Ties a label, its input, and its hint or error together for assistive technology. */
export function Labelled({ label, hint, error, children }: LabelledProps) {
  const id = useId()
  const isDescribed = error !== undefined || hint !== undefined
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': isDescribed ? `${id}-note` : undefined,
      })}
      {isDescribed && (
        <div id={`${id}-note`} className={error === undefined ? styles.hint : styles.error}>
          {error ?? hint}
        </div>
      )}
    </div>
  )
}

interface CheckboxProps extends Base.Root.Props {
  readonly indeterminate?: boolean
}

export function Checkbox({ indeterminate = false, ...rest }: CheckboxProps) {
  return (
    <Base.Root {...rest} indeterminate={indeterminate} className={styles.box}>
      <Base.Indicator>
        <Icon of={indeterminate ? Minus : Check} size={12} />
      </Base.Indicator>
    </Base.Root>
  )
}
