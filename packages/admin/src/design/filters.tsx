import type { ReactNode } from 'react'
import styles from './filters.module.css'

/** Inputs beside each other that leave less of a list. What they say holds at once: there is nothing to send. */
export function Filters({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return (
    <form className={styles.filters} aria-label={label} onSubmit={(event) => event.preventDefault()}>
      {children}
    </form>
  )
}
