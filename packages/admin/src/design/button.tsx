import { type ComponentProps, useState } from 'react'
import { Check, Copy } from 'lucide-react'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import { Icon } from './icon.tsx'
import styles from './button.module.css'

const SHOWN = 2000

export function CopyButton({ text }: { readonly text: string }) {
  const said = useWords(sharedWords)
  const [isCopied, setCopied] = useState(false)

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN)
  }

  return (
    <Button kind="outline" aria-live="polite" onClick={() => void copy()}>
      <Icon of={isCopied ? Check : Copy} size={14} />
      {isCopied ? said.copied : said.copy}
    </Button>
  )
}

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
