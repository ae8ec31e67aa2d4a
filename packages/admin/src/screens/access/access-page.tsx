import type { ReactNode } from 'react'
import { branding } from '../../data/page-settings.ts'
import { Brand } from '../../design/brand.tsx'
import styles from './access-page.module.css'

interface AccessPageProps {
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
}

/** The layout of all screens for signed-out users. */
export function AccessPage({ title, text, children }: AccessPageProps) {
  return (
    <main className={`${styles.page} ${branding.picture === undefined ? '' : styles.pictured}`}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <Brand size={22} />
        </div>
        <h1 className={styles.title}>{title}</h1>
        {text !== undefined && <p className={styles.text}>{text}</p>}
        {children}
      </div>
      {branding.picture !== undefined && <img className={styles.picture} src={branding.picture} alt="" />}
    </main>
  )
}
