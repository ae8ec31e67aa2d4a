import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { users } from '../../data/client.ts'
import { userCollection } from '../../data/entities.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { useSchema } from '../../data/use-session.ts'
import { buttonClass } from '../../design/button.tsx'
import { Loading } from '../../design/loading.tsx'
import { accessWords } from '../../words/access.ts'
import { useWords } from '../../words/use-words.ts'
import { AccessPage } from './access-page.tsx'
import styles from './access-page.module.css'

/** Target of a verification link: `?token=…`. Opening it is enough. */
export function Verify() {
  const said = useWords(accessWords)
  const errors = useWords(errorWords)
  const slug = userCollection(useSchema()) ?? ''
  const { token } = useSearch({ strict: false })
  const verification = useQuery({
    queryKey: ['verify', token],
    // A token is valid once, so the request is never repeated.
    queryFn: () => users(slug).verify({ token: String(token) }),
    enabled: token !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (token !== undefined && verification.isPending) return <Loading />
  if (token === undefined || verification.isError) {
    const problem = verification.isError ? explain(verification.error, errors) : said.noToken
    return (
      <AccessPage title={said.notVerified} text={problem}>
        <p className={styles.after}>
          {/* The sign-in offers another mail to users with an unverified address. */}
          <Link {...addresses.signIn()} className={styles.link}>
            {said.toSignIn}
          </Link>
        </p>
      </AccessPage>
    )
  }
  return (
    <AccessPage title={said.verifyTitle} text={said.verifyText}>
      <p className={styles.after}>
        <Link {...addresses.signIn()} className={buttonClass('primary')}>
          {said.signIn}
        </Link>
      </p>
    </AccessPage>
  )
}
