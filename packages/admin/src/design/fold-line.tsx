import { type ReactNode, useState } from 'react'
import { CopyButton } from './button.tsx'
import styles from './fold-line.module.css'

interface FoldLineProps {
  /** Class that sets `--first` and `--columns`, the layout of the cells. */
  readonly className: string | undefined
  readonly line: ReactNode
  readonly deeds?: ReactNode
  readonly children: ReactNode
}

/** A list of `FoldLine`s. */
export function FoldList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul aria-label={label} className={styles.list}>
      {children}
    </ul>
  )
}

interface CellProps {
  /** What the cell shows: a state, the subject, a note, or a time. */
  readonly kind: 'state' | 'what' | 'note' | 'time'
  readonly children: ReactNode
  /** Class for placement on narrow screens. */
  readonly className?: string | undefined
}

export function Cell({ kind, children, className = '' }: CellProps) {
  return <span className={`${styles[kind]} ${className}`}>{children}</span>
}

export function Subject({ kind, children }: { readonly kind: string; readonly children?: ReactNode }) {
  return (
    <>
      <span className={styles.entity}>{kind}</span>
      {children && (
        <span className={styles.title} dir="auto">
          {children}
        </span>
      )}
    </>
  )
}

/** A line of a long list: a few cells, and the details on demand. */
export function FoldLine({ className = '', line, deeds, children }: FoldLineProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={`${styles.entry} ${className}`}>
      <details className={styles.fold} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles.line}>{line}</summary>
        {isOpen && <div className={styles.details}>{children}</div>}
      </details>
      {deeds && <div className={styles.deeds}>{deeds}</div>}
    </li>
  )
}

export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

export function Reference({ text }: { readonly text: string }) {
  return (
    <span className={styles.reference}>
      <code dir="ltr" title={text}>
        {text}
      </code>
      <CopyButton text={text} />
    </span>
  )
}

export function FoldedJson({ title, value }: { readonly title: string; readonly value: unknown }) {
  if (value === null || value === undefined) return null
  return (
    <section className={styles.json}>
      <h2 className={styles.heading}>{title}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} dir="ltr">
        {JSON.stringify(value, null, 2)}
      </pre>
    </section>
  )
}

/** The error text, as the service sent it. */
export function FoldedError({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.error}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </div>
  )
}
