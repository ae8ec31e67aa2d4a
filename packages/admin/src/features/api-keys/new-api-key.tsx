import { type SyntheticEvent, useId, useState } from 'react'
import { isApiError } from '../../data/api-error.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { useCreateApiKey } from '../../data/use-account.ts'
import { Button } from '../../design/button.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Input, Labelled, Select } from '../../design/input.tsx'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { apiKeysWords } from './words.ts'
import styles from '../../screens/profile/profile.module.css'

const DAY = 86_400_000

type Lifetime = 'never' | '30' | '90' | '365'

/** Asks for a name, then shows the secret, once. */
export function NewApiKey({ onClose }: { readonly onClose: () => void }) {
  const said = useWords(apiKeysWords)
  const errors = useWords(errorWords)
  const { cancel } = useWords(sharedWords)
  const [name, setName] = useState('')
  const [lifetime, setLifetime] = useState<Lifetime>('90')
  const creating = useCreateApiKey()
  const form = useId()
  const { error } = creating
  const issue = isApiError(error) ? error.issues.find(({ path }) => path === 'name')?.message : undefined

  function onSubmit(event: SyntheticEvent): void {
    event.preventDefault()
    const expiresAt = new Date(Date.now() + Number(lifetime) * DAY).toISOString()
    creating.mutate({ name, ...(lifetime !== 'never' && { expiresAt }) })
  }

  if (creating.data) return <Secret value={creating.data.key} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={said.newKey}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" form={form} disabled={creating.isPending}>
            {said.createKey}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit}>
        {error && issue === undefined && (
          <p className={styles.refusal} role="alert">
            {explain(error, errors)}
          </p>
        )}
        <Labelled label={said.keyName} hint={said.keyNameHint} error={issue}>
          {(described) => (
            <Input
              {...described}
              required
              maxLength={80}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Labelled>
        <Labelled label={said.keyExpires}>
          {(described) => (
            <Select<Lifetime>
              {...described}
              value={lifetime}
              options={[
                { value: '30', label: said.days({ count: 30 }) },
                { value: '90', label: said.days({ count: 90 }) },
                { value: '365', label: said.year },
                { value: 'never', label: said.never },
              ]}
              onChange={setLifetime}
            />
          )}
        </Labelled>
      </form>
    </Dialog>
  )
}

function Secret({ value, onClose }: { readonly value: string; readonly onClose: () => void }) {
  const said = useWords(apiKeysWords)
  return (
    <Dialog
      open
      onClose={onClose}
      title={said.keyMade}
      actions={
        <Button kind="primary" onClick={onClose}>
          {said.keyCopied}
        </Button>
      }
    >
      <p>{said.keyOnce}</p>
      <div className={styles.secret}>
        <Input readOnly aria-label={said.keyMade} value={value} onFocus={(event) => event.target.select()} />
        <CopyButton text={value} />
      </div>
      <p>{said.keyUse}</p>
      <code className={styles.code}>Authorization: Bearer {value.slice(0, 12)}…</code>
    </Dialog>
  )
}
