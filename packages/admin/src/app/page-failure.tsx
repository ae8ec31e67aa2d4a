import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Failure } from '../design/notice.tsx'
import { FailurePage } from '../design/notice-page.tsx'

/** What had to be there before anything can be shown: the schema, and who is signed in. */
export function PageFailure(props: ErrorComponentProps) {
  return (
    <main>
      <Failure error={props.error} onRetry={useRetry(props)} isHeadline />
    </main>
  )
}

/** A screen that could not be loaded, in the shell. */
export function ScreenFailure(props: ErrorComponentProps) {
  return <FailurePage error={props.error} onRetry={useRetry(props)} />
}

function useRetry({ reset }: ErrorComponentProps): () => void {
  const router = useRouter()
  return () => {
    reset()
    void router.invalidate()
  }
}
