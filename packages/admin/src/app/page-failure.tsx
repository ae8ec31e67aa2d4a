import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { isMissingCode } from '../data/missing-code.ts'
import { Brand } from '../design/brand.tsx'
import { Failure } from '../design/notice.tsx'
import { FailurePage } from '../design/notice-page.tsx'
import styles from './page-failure.module.css'

export function PageFailure(props: ErrorComponentProps) {
  return (
    <main>
      <div className={styles.brand}>
        <Brand size={22} />
      </div>
      <Failure error={props.error} onRetry={useRetry(props)} isHeadline />
    </main>
  )
}

export function ScreenFailure(props: ErrorComponentProps) {
  return <FailurePage error={props.error} onRetry={useRetry(props)} />
}

function useRetry({ error, reset }: ErrorComponentProps): () => void {
  const router = useRouter()
  return () => {
    // Browsers cache a failed module; after an update, the code is at another address.
    if (isMissingCode(error)) {
      location.reload()
      return
    }
    reset()
    void router.invalidate()
  }
}
