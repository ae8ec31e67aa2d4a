import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { Address } from '../data/addresses.ts'
import styles from './tabs.module.css'

interface Tab {
  readonly key: string
  readonly label: ReactNode
  readonly count?: string | undefined
  readonly to: Address
}

/** Tabs of a screen; each has an address. */
export function Tabs({
  tabs,
  open,
  label,
}: {
  readonly tabs: readonly Tab[]
  readonly open: string
  readonly label: string
}) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {/* Render all at once: a link without its name is useless, and later ones would move. */}
      <Suspense>
        {tabs.map(({ key, label: name, count, to }) => (
          <Link key={key} {...to} className={styles.tab} aria-current={key === open ? 'page' : undefined}>
            {name}
            {count !== undefined && <span className={styles.count}>{count}</span>}
          </Link>
        ))}
      </Suspense>
    </nav>
  )
}
