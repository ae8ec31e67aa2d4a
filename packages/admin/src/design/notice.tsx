import type { ReactNode } from 'react'
import { isApiError } from '../data/api-error.ts'
import { errorWords, explain } from '../data/error-words.ts'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import { Button } from './button.tsx'
import styles from './notice.module.css'

interface NoticeProps {
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** In place of content that is not there: empty, refused, failed. Says what to do next. */
export function Notice({ title, children, actions }: NoticeProps) {
  return (
    <div className={styles.notice}>
      <h2 className={styles.title}>{title}</h2>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

/** What failed, and a way to try again. */
export function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const said = useWords(errorWords)
  const { retry } = useWords(sharedWords)
  return (
    <Notice
      title={said.title}
      actions={
        onRetry && (
          <Button kind="outline" onClick={onRetry}>
            {retry}
          </Button>
        )
      }
    >
      <p role="alert">{explain(error, said)}</p>
      {isApiError(error, 'internal') && error.requestId && (
        <p className={styles.small}>{said.request(error.requestId)}</p>
      )}
    </Notice>
  )
}
