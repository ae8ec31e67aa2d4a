import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isApiError } from '../../data/api-error.ts'
import { users } from '../../data/client.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { titleOf } from '../../data/entities.ts'
import { Button } from '../../design/button.tsx'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import { Moment } from '../../design/moment.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import margin from '../../screens/document/document-margin.module.css'
import type { DocumentContext } from '../../screens/feature.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './providers.module.css'
import { providersWords } from './words.ts'

const MANY = 100

/** In the margin of a user: where they sign in, and a way to take it away from somebody who should not any more. */
export function UserProviders({ place: { entity, id }, form }: DocumentContext) {
  const said = useWords(providersWords)
  const errors = useWords(errorWords)
  const queries = useQueryClient()
  const key = ['identities', entity.slug, id]
  const { asking, ask, stop } = useAsking<{ readonly id: string; readonly label: string }>()
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => users(entity.slug).userIdentities(id ?? '', { limit: MANY }),
    retry: false,
  })
  const removing = useMutation({
    mutationFn: (identity: string) => users(entity.slug).removeUserIdentity(id ?? '', identity),
    onSuccess: () => toast(said.removed),
    onError: (error) => toastError(isApiError(error, 'conflict') ? said.lastWayOfOther : explain(error, errors)),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
  const user = form.stored
  if (!data || !user) return null
  return (
    <section className={margin.section} aria-label={said.providers}>
      <h2 className={margin.heading}>{said.providers}</h2>
      {data.docs.length === 0 && <p>{said.noneOfOther}</p>}
      <ul className={styles.ofUser}>
        {data.docs.map((identity) => (
          <li key={identity.id}>
            <div>
              <strong>{identity.label}</strong>
              {identity.email !== null && <bdi>{identity.email}</bdi>}
              <span>
                {said.lastUsed} <Moment at={identity.lastUsedAt} />
              </span>
            </div>
            <Button
              small
              disabled={removing.isPending}
              aria-label={said.removeOne({ provider: identity.label })}
              onClick={() => ask(identity)}
            >
              {said.remove}
            </Button>
          </li>
        ))}
      </ul>
      {asking && (
        <Confirm
          title={said.removeOne({ provider: asking.label })}
          action={said.remove}
          onConfirm={() => removing.mutate(asking.id)}
          onClose={stop}
        >
          {said.askRemoveOfOther({ name: titleOf(entity, user) || user.id, provider: asking.label })}
        </Confirm>
      )}
    </section>
  )
}
