import { type SyntheticEvent, useId, useState } from 'react'
import { isApiError } from '../../data/api-error.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Input, Labelled, Select } from '../../design/input.tsx'
import { toast } from '../../design/toasts.tsx'
import { useFormats } from '../../words/formats.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from '../../screens/profile/profile.module.css'
import { addressesIn, type Chosen, isEmptyChoice } from './key-scopes.ts'
import { allTicked, heldBy, narrowedScopes } from './narrower-scopes.ts'
import { ScopeMatrix } from './scope-matrix.tsx'
import { useGrantable } from './use-grantable.ts'
import { type ApiKey, type KeyOwner, useNarrowKey } from './use-keys.ts'
import { apiKeysWords } from './words.ts'

const DAY = 86_400_000

type End = 'same' | '30' | '90' | '365'

interface ChangeKeyProps {
  readonly owner: KeyOwner | null
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

/** Another name, or less than before: whoever gave a key away knows for good what it can do at most. */
export function ChangeKey({ owner, apiKey: key, onClose }: ChangeKeyProps) {
  const said = useWords(apiKeysWords)
  const errors = useWords(errorWords)
  const { cancel, save } = useWords(sharedWords)
  const formats = useFormats()
  const held = heldBy(key.scopes, useGrantable() ?? [])
  const [name, setName] = useState(key.name)
  const [note, setNote] = useState(key.note ?? '')
  const former = key.addresses?.join(', ') ?? ''
  const [from, setFrom] = useState(former)
  const [touched, setTouched] = useState<Chosen>()
  const [end, setEnd] = useState<End>('same')
  const changing = useNarrowKey(owner, key.id)
  const form = useId()
  const { error } = changing
  const issues = isApiError(error) ? error.issues : []
  const issueAt = (place: string) => issues.find(({ path }) => path.split('.')[0] === place)?.message
  const isKnown = ['name', 'note', 'addresses'].some((place) => issueAt(place) !== undefined)
  const chosen = touched ?? allTicked(held)
  const isEmpty = touched !== undefined && isEmptyChoice(touched)
  const sooner = (['30', '90', '365'] as const).filter((days) => key.expiresAt === null || endIn(days) < key.expiresAt)

  function onSubmit(event: SyntheticEvent): void {
    event.preventDefault()
    if (isEmpty) return
    const scopes = narrowedScopes(key.scopes, held, chosen)
    const addresses = addressesIn(from)
    changing.mutate(
      {
        name,
        note: note === '' ? null : note,
        ...(scopes && { scopes }),
        ...(from !== former && { addresses: addresses.length > 0 ? addresses : null }),
        ...(end !== 'same' && { expiresAt: endIn(end) }),
      },
      {
        onSuccess: () => {
          toast(said.changed)
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={said.changeOne({ name: key.name })}
      kind={held.length > 0 ? 'wide' : 'dialog'}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" form={form} disabled={changing.isPending}>
            {save}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit}>
        <p>{said.changeAbout}</p>
        {error && !isKnown && (
          <p className={styles.refusal} role="alert">
            {issueAt('scopes') ?? (isApiError(error, 'invalid_state') ? said.notWider : explain(error, errors))}
          </p>
        )}
        <Labelled label={said.keyName} hint={said.keyNameHint} error={issueAt('name')}>
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
        {held.length > 0 && <ScopeMatrix all={held} chosen={chosen} onChange={setTouched} />}
        {isEmpty && (
          <p className={styles.refusal} role="alert">
            {said.nothingChosen}
          </p>
        )}
        <Labelled label={said.keyExpires}>
          {(described) => (
            <Select<End>
              {...described}
              value={end}
              options={[
                {
                  value: 'same',
                  label: key.expiresAt === null ? said.sameEnd : said.sameEndOn({ day: formats.day(key.expiresAt) }),
                },
                ...sooner.map((days) => ({
                  value: days,
                  label: days === '365' ? said.year : said.days({ count: Number(days) }),
                })),
              ]}
              onChange={setEnd}
            />
          )}
        </Labelled>
        <Labelled label={said.addresses} hint={said.addressesHint} error={issueAt('addresses')}>
          {(described) => (
            <Input
              {...described}
              dir="ltr"
              spellCheck={false}
              autoComplete="off"
              value={from}
              onChange={(event) => setFrom(event.target.value)}
            />
          )}
        </Labelled>
        <Labelled label={said.note} error={issueAt('note')}>
          {(described) => (
            <Input {...described} maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />
          )}
        </Labelled>
      </form>
    </Dialog>
  )
}

function endIn(days: Exclude<End, 'same'>): string {
  return new Date(Date.now() + Number(days) * DAY).toISOString()
}
