import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Address } from '../data/addresses.ts'
import styles from './rows.module.css'

interface RowsProps {
  readonly children: ReactNode
  readonly label?: string
}

/** A simple list with hairlines. For several columns, use the table of lists. */
export function Rows({ children, label }: RowsProps) {
  return <ul aria-label={label}>{children}</ul>
}

interface RowProps {
  readonly name: ReactNode
  /** Shows a document's title in the serif. */
  readonly isTitle?: boolean
  readonly note?: ReactNode
  readonly start?: ReactNode
  readonly end?: ReactNode
  /** Makes the row a link. It must not contain other controls then. */
  readonly to?: Address
}

export function Row({ name, isTitle = false, note, start, end, to }: RowProps) {
  const content = (
    <>
      {start}
      <span className={styles.text}>
        {/* Titles may have another direction than the page. */}
        <span className={`${styles.name} ${isTitle ? styles.serif : ''}`} {...(isTitle && { dir: 'auto' })}>
          {name}
        </span>
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </span>
      {end !== undefined && <span className={styles.end}>{end}</span>}
    </>
  )
  return (
    <li>
      {to ? (
        <Link {...to} className={styles.row}>
          {content}
        </Link>
      ) : (
        <div className={styles.row}>{content}</div>
      )}
    </li>
  )
}

export function NoRows({ children }: { readonly children: ReactNode }) {
  return <p className={styles.empty}>{children}</p>
}
