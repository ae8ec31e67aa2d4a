import type { ReactNode } from 'react'
import { isApiError } from '../data/api-error.ts'
import { errorWords, explain } from '../data/error-words.ts'
import { accessWords } from '../words/access.ts'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import { Button } from './button.tsx'
import { PageBar } from './page-bar.tsx'
import styles from './notice.module.css'

interface NoticeProps {
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly isHeadline?: boolean
}

/** Replaces missing content (empty, refused or failed) and says what to do next. */
export function Notice({ title, children, actions, isHeadline = false }: NoticeProps) {
  const Title = isHeadline ? 'h1' : 'h2'
  return (
    <div className={styles.notice}>
      <Title className={styles.title}>{title}</Title>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

interface FailureProps {
  readonly error: unknown
  readonly onRetry?: () => void
  readonly isHeadline?: boolean
}

/** An error with a retry button. */
export function Failure({ error, onRetry, isHeadline = false }: FailureProps) {
  const said = useWords(errorWords)
  const { retry } = useWords(sharedWords)
  const { signIn } = useWords(accessWords)
  const isSignedOut = isApiError(error, 'unauthenticated')
  return (
    <Notice
      title={isApiError(error, 'forbidden') ? said.refused : isApiError(error, 'not_found') ? said.missing : said.title}
      isHeadline={isHeadline}
      actions={
        // A retry can't change these errors.
        onRetry &&
        !isApiError(error, 'forbidden', 'not_found') && (
          // Reloading the page leads to the sign-in and back.
          <Button kind="outline" onClick={isSignedOut ? () => location.reload() : onRetry}>
            {isSignedOut ? signIn : retry}
          </Button>
        )
      }
    >
      <p role="alert">{explain(error, said)}</p>
      {isApiError(error, 'internal') && error.requestId && (
        <p className={styles.small}>{said.request({ id: error.requestId })}</p>
      )}
    </Notice>
  )
}

interface NoticePageProps {
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** Replaces a whole screen. Includes the bar, which holds the navigation on phones. */
export function NoticePage(props: NoticePageProps) {
  return (
    <>
      <PageBar trail={null} />
      <Notice {...props} isHeadline />
    </>
  )
}

export function FailurePage(props: FailureProps) {
  return (
    <>
      <PageBar trail={null} />
      <Failure {...props} isHeadline />
    </>
  )
}
