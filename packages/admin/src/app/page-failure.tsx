import { type ErrorComponentProps, Link, useMatches, useRouter } from '@tanstack/react-router'
import { isMissingCode } from '../data/api-error.ts'
import { Brand } from '../design/brand.tsx'
import { Failure, FailurePage, NoticePage } from '../design/notice.tsx'
import { addresses } from '../data/addresses.ts'
import { errorWords } from '../data/error-words.ts'
import { buttonClass } from '../design/button.tsx'
import { inside } from '../features/root-routes.ts'
import { shellWords } from '../words/shell.ts'
import { useWords } from '../words/use-words.ts'
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

export function PageNotFound() {
  const said = useWords(shellWords)
  const { not_found } = useWords(errorWords)
  const isInside = useMatches().some(({ routeId }) => routeId === inside.id)
  const page = (
    <NoticePage
      title={said.notFound}
      actions={
        <Link {...addresses.home()} className={buttonClass('outline')}>
          {said.toHome}
        </Link>
      }
    >
      {not_found}
    </NoticePage>
  )
  return isInside ? page : <main>{page}</main>
}
