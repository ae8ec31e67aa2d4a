import { type SyntheticEvent, useId, useState } from 'react'
import { isApiError } from '../../data/api-error.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { useIssueWords } from '../../fields/use-issue-words.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Input, Labelled, Select } from '../../design/input.tsx'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from '../../screens/profile/profile.module.css'
import { addressesIn, type Chosen, chosenBy, isEmptyChoice, PRESETS, type Preset, scopesOf } from './key-scopes.ts'
import { ScopeMatrix } from './scope-matrix.tsx'
import { Secret } from './secret.tsx'
import { useGrantable } from './use-grantable.ts'
import { type KeyOwner, useCreateKey } from './use-keys.ts'
import { apiKeysWords } from './words.ts'

const DAY = 86_400_000

type Lifetime = 'never' | '30' | '90' | '365'

interface NewApiKeyProps {
  readonly owner: KeyOwner | null
  readonly onClose: () => void
}

/** Asks what a key is for and what it may do, then shows the secret, once. */
export function NewApiKey({ owner, onClose }: NewApiKeyProps) {
  const said = useWords(apiKeysWords)
  const errors = useWords(errorWords)
  const { cancel } = useWords(sharedWords)
  const issueInWords = useIssueWords()
  const all = useGrantable()
  const [name, setName] = useState('')
  const [note, setNote] = useState('')
  const [from, setFrom] = useState('')
  const [preset, setPreset] = useState<Preset>('published')
  const [chosen, setChosen] = useState<Chosen>({})
  const [lifetime, setLifetime] = useState<Lifetime>('90')
  const creating = useCreateKey(owner)
  const form = useId()
  const { error } = creating
  const issues = isApiError(error) ? error.issues : []
  const issueAt = (place: string) => {
    const found = issues.find(({ path }) => path.split('.')[0] === place)
    return found && issueInWords(found)
  }
  const isKnown = ['name', 'note', 'addresses'].some((place) => issueAt(place) !== undefined)
  const isEmpty = preset === 'chosen' && isEmptyChoice(chosen)

  /** The matrix begins with what the preset stands for. */
  function choose(next: Preset): void {
    if (next === 'chosen' && preset !== 'chosen') setChosen(chosenBy(preset, all ?? []))
    setPreset(next)
  }

  function onSubmit(event: SyntheticEvent): void {
    event.preventDefault()
    if (!all || isEmpty) return
    const expiresAt = new Date(Date.now() + Number(lifetime) * DAY).toISOString()
    const addresses = addressesIn(from)
    creating.mutate({
      name,
      scopes: scopesOf(preset, all, chosen),
      ...(note !== '' && { note }),
      ...(addresses.length > 0 && { addresses }),
      ...(lifetime !== 'never' && { expiresAt }),
    })
  }

  if (creating.data) return <Secret value={creating.data.key} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={said.newKey}
      kind={preset === 'chosen' ? 'wide' : 'dialog'}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" form={form} disabled={creating.isPending || !all}>
            {said.createKey}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit}>
        {error && !isKnown && (
          <p className={styles.refusal} role="alert">
            {issueAt('scopes') ?? explain(error, errors)}
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
        <Labelled label={said.mayDo} hint={said.presetHints[preset]} error={isEmpty ? said.nothingChosen : undefined}>
          {(described) => (
            <Select<Preset>
              {...described}
              value={preset}
              options={PRESETS.map((value) => ({ value, label: said.presets[value] }))}
              onChange={choose}
            />
          )}
        </Labelled>
        {preset === 'chosen' && all && <ScopeMatrix all={all} chosen={chosen} onChange={setChosen} />}
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
