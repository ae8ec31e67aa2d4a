import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Failure } from '../design/notice.tsx'

/** Whatever a screen could not load. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <main>
      <Failure
        error={error}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </main>
  )
}
