import { users } from '../../data/client.ts'
import { titleOf } from '../../data/entities.ts'
import { Moment } from '../../design/moment.tsx'
import margin from '../../screens/document/document-margin.module.css'
import type { DocumentContext } from '../../screens/feature.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './providers.module.css'
import { RemoveIdentity } from './remove-identity.tsx'
import { useIdentities } from './use-identities.ts'
import { providersWords } from './words.ts'

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
