import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { users } from '../../data/client.ts'
import { userCollection } from '../../data/entities.ts'
import { useSchema } from '../../data/use-session.ts'
import { buttonClass } from '../../design/button.tsx'
import { Loading } from '../../design/loading.tsx'
import { Failure } from '../../design/notice.tsx'
import { accessWords } from '../../words/access.ts'
import { useWords } from '../../words/use-words.ts'
import { AccessPage } from './access-page.tsx'
import styles from './access-page.module.css'

/** Where the link in a mail leads: `?token=…`. Opening it is enough. */
export function Verify() {
  const said = useWords(accessWords)
  const slug = userCollection(useSchema()) ?? ''
  const { token } = useSearch({ strict: false }) as { token?: string }
  const verification = useQuery({
    queryKey: ['verify', token],
    // A token is used up by its first use, so it is sent once and never again.
    queryFn: () => users(slug).verify({ token: String(token) }),
    enabled: token !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (token === undefined) return <AccessPage title={said.noToken} />
  if (verification.isPending) return <Loading />
  if (verification.isError) return <Failure error={verification.error} />
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
