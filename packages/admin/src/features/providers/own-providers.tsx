import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { isApiError } from '../../data/api-error.ts'
import { account, users } from '../../data/client.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { useSession } from '../../data/use-session.ts'
import { Button } from '../../design/button.tsx'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import { Icon } from '../../design/icon.tsx'
import { Loading } from '../../design/loading.tsx'
import { Moment } from '../../design/moment.tsx'
import { Failure, Notice } from '../../design/notice.tsx'
import { Section } from '../../design/page.tsx'
import { NoRows, Row, Rows } from '../../design/rows.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { useWords } from '../../words/use-words.ts'
import styles from './providers.module.css'
import { providersWords } from './words.ts'

const KEY = ['me', 'identities'] as const
const MANY = 100

interface Identity {
  readonly id: string
  readonly label: string
  readonly email: string | null
  readonly lastUsedAt: string
}

/** The providers that whoever is signed in can sign in with. */
export function OwnProviders() {
  const said = useWords(providersWords)
  const errors = useWords(errorWords)
  const queries = useQueryClient()
  const { collection } = useSession()
  const { asking, ask, stop } = useAsking<Identity>()
  const identities = useQuery({
    queryKey: KEY,
    queryFn: async (): Promise<readonly Identity[]> => (await account.identities({ limit: MANY })).docs,
    retry: false,
  })
  const ways = useQuery({
    queryKey: ['providers', collection],
    queryFn: () => users(collection).providers(),
    retry: false,
  })
  const removing = useMutation({
    mutationFn: (id: string) => account.removeIdentity(id),
    onSuccess: () => toast(said.removed),
    onError: (error) => toastError(isApiError(error, 'conflict') ? said.lastWay : explain(error, errors)),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
  const adding = useMutation({
    mutationFn: async (provider: string) => {
      const { pathname } = window.location
      const { url } = await account.addIdentity({ provider, returnTo: pathname })
      window.location.assign(url)
    },
    onError: (error) => toastError(isApiError(error, 'forbidden') ? said.signInAgain : explain(error, errors)),
  })

  if (identities.isPending) return <Loading />
  if (isApiError(identities.error, 'not_found')) return <Notice title={said.off}>{said.offText}</Notice>
  if (!identities.data) return <Failure error={identities.error} onRetry={() => void identities.refetch()} />
  return (
    <Section title={said.providers} about={said.providersAbout}>
      {identities.data.length === 0 && <NoRows>{said.noProviders}</NoRows>}
      <Rows label={said.providers}>
        {identities.data.map((identity) => (
          <Row
            key={identity.id}
            start={<Icon of={KeyRound} />}
            name={identity.label}
            note={identity.email}
            end={
              <>
                <span>
                  {said.lastUsed} <Moment at={identity.lastUsedAt} />
                </span>
                <Button
                  small
                  kind="outline"
                  aria-label={said.removeOne({ provider: identity.label })}
                  onClick={() => ask(identity)}
                >
                  {said.remove}
                </Button>
              </>
            }
          />
        ))}
      </Rows>
      <div className={styles.adds}>
        {ways.data?.providers.map(({ key, label }) => (
          <Button key={key} kind="outline" disabled={adding.isPending} onClick={() => adding.mutate(key)}>
            {said.add({ provider: label })}
          </Button>
        ))}
      </div>
      {asking && (
        <Confirm
          title={said.removeOne({ provider: asking.label })}
          action={said.remove}
          onConfirm={() => removing.mutate(asking.id)}
          onClose={stop}
        >
          {said.askRemove({ provider: asking.label })}
        </Confirm>
      )}
    </Section>
  )
}
