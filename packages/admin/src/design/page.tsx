import { type ReactNode, useId } from 'react'
import styles from './page.module.css'

/** The body of a screen. */
export function Page({ children, isWide = false }: { readonly children: ReactNode; readonly isWide?: boolean }) {
  return <div className={`${styles.page} ${isWide ? styles.wide : ''}`}>{children}</div>
}

/** Above tabs, which span the full width. */
export function PageHead({ children }: { readonly children: ReactNode }) {
  return <div className={styles.head}>{children}</div>
}

interface PageTitleProps {
  readonly children: ReactNode
  readonly count?: string | undefined
  /** Sentence about the screen. */
  readonly lead?: ReactNode
}

export function PageTitle({ children, count, lead }: PageTitleProps) {
  return (
    <>
      <h1 className={styles.title}>
        {children}
        {count !== undefined && <span className={styles.count}>{count}</span>}
      </h1>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
    </>
  )
}

interface SectionProps {
  readonly title: string
  readonly about?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function Section({ title, about, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.heading}>
        <h2 id={id}>{title}</h2>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {about !== undefined && <p className={styles.about}>{about}</p>}
      {children}
    </section>
  )
}
