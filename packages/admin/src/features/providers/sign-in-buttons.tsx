import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { users } from '../../data/client.ts'
import { can } from '../../data/entities.ts'
import { buttonClass } from '../../design/button.tsx'
import { Loading } from '../../design/loading.tsx'
import { Failure } from '../../design/notice.tsx'
import type { AppSlotContexts } from '../../screens/feature.ts'
import access from '../../screens/access/access-page.module.css'
import { isolated } from '../../words/direction.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './providers.module.css'
import { providersWords } from './words.ts'
import type { Said } from '../../words/words.ts'

/**
 * Buttons of the providers. They are links: the browser leaves the app and returns signed in, or with an error code.
 */
export function SignInButtons({ entity, next }: AppSlotContexts['signInAbove']) {
  const said = useWords(providersWords)
  const { error, again } = useSearch({ strict: false })
  const ways = useQuery({
    queryKey: ['providers', entity.slug],
    queryFn: () => users(entity.slug).providers(),
    retry: false,
  })
  const refusal = refusalInWords(error, said)
  const asked = new URLSearchParams({
    ...(next !== undefined && { returnTo: inApp(next) }),
    ...(again === true && { again: 'true' }),
  }).toString()
  return (
    <div className={`${access.ways} ${styles.ways}`}>
      {refusal !== undefined && (
        <p className={access.refusal} role="alert">
          {refusal}
        </p>
      )}
      {ways.isPending && <Loading />}
      {ways.isError && <Failure error={ways.error} onRetry={() => void ways.refetch()} />}
      {ways.data?.providers.map(({ key, label }) => (
        <a
          key={key}
          className={buttonClass('outline')}
          href={`/api/auth/${entity.slug}/providers/${key}/start${asked === '' ? '' : `?${asked}`}`}
        >
          {said.signInWith({ provider: isolated(label) })}
        </a>
      ))}
      {can(entity, 'login') && <p className={styles.or}>{said.or}</p>}
    </div>
  )
}

/** The path inside of the app; providers redirect to paths of the service. */
function inApp(path: string): string {
  const base = new URL(document.baseURI).pathname.replace(/\/$/, '')
  return path.startsWith(`${base}/`) ? path : base + path
}

/** The message for the error code of a failed provider sign-in. The code comes from the URL and is untrusted. */
function refusalInWords(code: unknown, said: Said<typeof providersWords>): string | undefined {
  if (typeof code !== 'string' || code === '') return undefined
  const { anything, ...known } = said.refusals
  return Object.hasOwn(known, code) ? known[code as keyof typeof known] : anything
}
