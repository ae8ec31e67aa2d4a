import type { ReactNode } from 'react'
import { QuireMark } from '../../design/wordmark.tsx'
import styles from './access-page.module.css'

interface AccessPageProps {
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
}

/** One column, one thing to do: the frame of every screen before the app. */
export function AccessPage({ title, text, children }: AccessPageProps) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <QuireMark size={22} />
          Quire
        </div>
        <h1 className={styles.title}>{title}</h1>
        {text !== undefined && <p className={styles.text}>{text}</p>}
        {children}
      </div>
    </main>
  )
}
