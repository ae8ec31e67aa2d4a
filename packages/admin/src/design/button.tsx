import type { ComponentProps } from 'react'
import styles from './button.module.css'

export type ButtonKind = 'primary' | 'plain' | 'outline' | 'danger'

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: ButtonKind
  readonly small?: boolean
}

/** Each screen has one primary button. */
export function Button({ kind = 'plain', small, className, ...rest }: ButtonProps) {
  return <button type="button" {...rest} className={buttonClass(kind, small, className)} />
}

interface IconButtonProps extends ButtonProps {
  /** Accessible name; icons are hidden from assistive technology. */
  readonly label: string
}

export function IconButton({ label, kind = 'plain', small, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      data-kind={kind}
      title={label}
      aria-label={label}
      {...rest}
      className={`${buttonClass(kind, small, className)} ${styles.icon}`}
    />
  )
}

/** Classes for links that look like buttons. */
export function buttonClass(kind: ButtonKind = 'plain', small = false, className = ''): string {
  return `${styles.button} ${styles[kind]} ${small ? styles.small : ''} ${className}`
}
