import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { errorWords, explain } from '../../data/error-words.ts'
import { Button } from '../../design/button.tsx'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import { Icon } from '../../design/icon.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './api-keys.module.css'
import { ChangeKey } from './change-key.tsx'
import { breadthOf } from './key-scopes.ts'
import { RotateKey } from './rotate-key.tsx'
import { type ApiKey, type KeyOwner, useRevokeKey } from './use-keys.ts'
import { apiKeysWords } from './words.ts'

interface KeyListProps {
  readonly owner: KeyOwner | null
  readonly keys: readonly ApiKey[]
  /** Whether the actor may rotate keys and see the new secret. */
  readonly mayRotate: boolean
}

/** A list of keys with scopes and last use. */
export function KeyList({ owner, keys, mayRotate }: KeyListProps) {
  const said = useWords(apiKeysWords)
  const errors = useWords(errorWords)
  const revoking = useRevokeKey(owner)
  const [rotated, setRotated] = useState<ApiKey>()
  const [changed, setChanged] = useState<ApiKey>()
  const { asking, ask, stop } = useAsking<ApiKey>()
  const revoke = (id: string) =>
    revoking.mutate(id, {
      onSuccess: () => toast(said.revoked),
      onError: (error) => toastError(explain(error, errors)),
    })
  return (
    <>
      <ul aria-label={said.apiKeys}>
        {keys.map((key) => (
          <li key={key.id} className={styles.key}>
            <Icon of={KeyRound} />
            <div className={styles.about}>
              <div className={styles.name}>
                <span dir="auto">{key.name}</span> <code dir="ltr">{key.prefix}…</code>
              </div>
              {key.note !== null && <p dir="auto">{key.note}</p>}
              <Facts of={key} />
            </div>
            <div className={styles.actions}>
              {!isOver(key.expiresAt) && (
                <Button
                  small
                  kind="outline"
                  aria-label={said.changeOne({ name: key.name })}
                  onClick={() => setChanged(key)}
                >
                  {said.change}
                </Button>
              )}
              {mayRotate && !isOver(key.expiresAt) && (
                <Button
                  small
                  kind="outline"
                  aria-label={said.rotateOne({ name: key.name })}
                  onClick={() => setRotated(key)}
                >
                  {said.rotate}
                </Button>
              )}
              <Button small kind="outline" aria-label={said.revokeOne({ name: key.name })} onClick={() => ask(key)}>
                {said.revoke}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {changed && <ChangeKey owner={owner} apiKey={changed} onClose={() => setChanged(undefined)} />}
      {rotated && <RotateKey owner={owner} apiKey={rotated} onClose={() => setRotated(undefined)} />}
      {asking && (
        <Confirm title={said.revoke} action={said.revoke} onConfirm={() => revoke(asking.id)} onClose={stop}>
          <p>{said.askRevoke({ name: asking.name })}</p>
          <p>{said.revokeEnds}</p>
        </Confirm>
      )}
    </>
  )
}

function Facts({ of: key }: { readonly of: ApiKey }) {
  const said = useWords(apiKeysWords)
  const formats = useFormats()
  const { scopes, addresses, expiresAt, formerUntil } = key
  const facts = [
    said.breadth[breadthOf(scopes)],
    usedIn(key),
    ...(expiresAt === null ? [] : [isOver(expiresAt) ? said.expired : said.until({ day: formats.day(expiresAt) })]),
    ...(addresses === null ? [] : [said.onlyFrom({ addresses: formats.list(addresses) })]),
    ...(formerUntil === null || isOver(formerUntil) ? [] : [said.formerUntil({ time: formats.time(formerUntil) })]),
  ]
  return <p className={styles.facts}>{facts.join(' · ')}</p>

  function usedIn({ lastUsedAt, lastUsedAddress }: ApiKey): string {
    if (lastUsedAt === null) return said.neverUsed
    const when = formats.ago(lastUsedAt)
    return lastUsedAddress === null ? said.used({ when }) : said.usedFrom({ when, address: lastUsedAddress })
  }
}

function isOver(moment: string | null): boolean {
  return moment !== null && new Date(moment).getTime() < Date.now()
}
