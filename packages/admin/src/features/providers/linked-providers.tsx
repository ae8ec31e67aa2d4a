import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { isApiError } from '../../data/api-error.ts'
import { account, users } from '../../data/client.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { useSession } from '../../data/use-session.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Loading } from '../../design/loading.tsx'
import { Moment } from '../../design/moment.tsx'
import { Failure, Notice } from '../../design/notice.tsx'
import { Section } from '../../design/page.tsx'
import { NoRows, Row, Rows } from '../../design/rows.tsx'
import { toastError } from '../../design/toasts.tsx'
import { isolated } from '../../words/direction.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './providers.module.css'
import { type Identity, useIdentities } from './use-identities.ts'
import { providersWords } from './words.ts'
import { titleOf } from '../../data/entities.ts'
import type { DocumentContext } from '../../screens/feature.ts'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import margin from '../../screens/document/document-margin.module.css'

export function OwnProviders() {
  const said = useWords(providersWords)
  const errors = useWords(errorWords)
  const { collection } = useSession()
  const { identities, removing } = useIdentities({
    key: ['me', 'identities'],
    list: (query) => account.identities(query),
    remove: (id) => account.removeIdentity(id),
    lastWay: said.lastWay,
  })
  const ways = useQuery({
    queryKey: ['providers', collection],
    queryFn: () => users(collection).providers(),
    retry: false,
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
            name={<bdi>{identity.label}</bdi>}
            note={
              <>
                {identity.email !== null && (
                  <>
                    <bdi>{identity.email}</bdi>
                    {' · '}
                  </>
                )}
                {said.lastUsed} <Moment at={identity.lastUsedAt} />
              </>
            }
            end={
              <RemoveIdentity identity={identity} isDisabled={removing.isPending} onRemove={removing.mutate}>
                {said.askRemove({ provider: identity.label })}
              </RemoveIdentity>
            }
          />
        ))}
      </Rows>
      <div className={styles.adds}>
        {ways.data?.providers.map(({ key, label }) => (
          <Button key={key} kind="outline" disabled={adding.isPending} onClick={() => adding.mutate(key)}>
            {said.add({ provider: isolated(label) })}
          </Button>
        ))}
      </div>
    </Section>
  )
}

export function UserProviders({ place: { entity, id }, form }: DocumentContext) {
  const said = useWords(providersWords)
  const {
    identities: { data },
    removing,
  } = useIdentities({
    key: ['identities', entity.slug, id],
    list: (query) => users(entity.slug).userIdentities(id ?? '', query),
    remove: (identity) => users(entity.slug).removeUserIdentity(id ?? '', identity),
    lastWay: said.lastWayOfOther,
  })
  const user = form.stored
  if (!data || !user) return null
  const name = titleOf(entity, user) || user.id
  return (
    <section className={margin.section} aria-label={said.providers}>
      <h2 className={margin.heading}>{said.providers}</h2>
      {data.length === 0 && <p>{said.noneOfOther}</p>}
      <ul className={styles.ofUser}>
        {data.map((identity) => (
          <li key={identity.id}>
            <div>
              <strong>
                <bdi>{identity.label}</bdi>
              </strong>
              {identity.email !== null && (
                <span>
                  <bdi>{identity.email}</bdi>
                </span>
              )}
              <span>
                {said.lastUsed} <Moment at={identity.lastUsedAt} />
              </span>
            </div>
            <RemoveIdentity identity={identity} isDisabled={removing.isPending} onRemove={removing.mutate}>
              {said.askRemoveOfOther({ name, provider: identity.label })}
            </RemoveIdentity>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RemoveIdentityProps {
  readonly identity: Identity
  readonly isDisabled: boolean
  /** What it means. */
  readonly children: ReactNode
  readonly onRemove: (id: string) => void
}

/** Asks for confirmation before a provider is removed. */
function RemoveIdentity({ identity: { id, label }, isDisabled, children, onRemove }: RemoveIdentityProps) {
  const said = useWords(providersWords)
  const { asking, ask, stop } = useAsking<true>()
  const name = said.removeOne({ provider: label })
  return (
    <>
      <Button small kind="outline" disabled={isDisabled} aria-label={name} onClick={() => ask(true)}>
        {said.remove}
      </Button>
      {asking && (
        <Confirm title={name} action={said.remove} onConfirm={() => onRemove(id)} onClose={stop}>
          {children}
        </Confirm>
      )}
    </>
  )
}

export function ProvidersLabel() {
  return useWords(providersWords).providers
}
