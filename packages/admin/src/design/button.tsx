import type { ComponentProps } from 'react'
import styles from './button.module.css'

export type ButtonKind = 'primary' | 'plain' | 'outline' | 'danger'

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: ButtonKind
  readonly small?: boolean
}

/** There is one primary action on a screen; everything else is quiet. */
export function Button({ kind = 'plain', small, className, ...rest }: ButtonProps) {
  return <button type="button" {...rest} className={buttonClass(kind, small, className)} />
}

interface IconButtonProps extends ButtonProps {
  /** What it does: icons never stand alone for assistive technology. */
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

/** For links that look like buttons. */
export function buttonClass(kind: ButtonKind = 'plain', small = false, className = ''): string {
  return `${styles.button} ${styles[kind]} ${small ? styles.small : ''} ${className}`
}
