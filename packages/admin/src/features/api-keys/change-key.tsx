import { useState } from 'react'
import { isApiError } from '../../data/api-error.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { FormDialog } from '../../design/form-dialog.tsx'
import { Labelled, Select } from '../../design/input.tsx'
import { toast } from '../../design/toasts.tsx'
import { useFormats } from '../../words/formats.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from '../../screens/profile/profile.module.css'
import { KeyFields, typedOf, useKeyIssues } from './key-fields.tsx'
import { addressesIn, type Chosen, isEmptyChoice } from './key-scopes.ts'
import { allTicked, heldBy, narrowedScopes } from './narrower-scopes.ts'
import { ScopeMatrix } from './scope-matrix.tsx'
import { type ApiKey, type KeyOwner, useGrantable, useNarrowKey } from './use-keys.ts'
import { apiKeysWords } from './words.ts'

const DAY = 86_400_000

type End = 'same' | '30' | '90' | '365'

interface ChangeKeyProps {
  readonly owner: KeyOwner | null
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

/** Renames a key or narrows its scopes. Scopes never widen, so that the owner of a key knows its maximum rights. */
export function ChangeKey({ owner, apiKey: key, onClose }: ChangeKeyProps) {
  const said = useWords(apiKeysWords)
  const errors = useWords(errorWords)
  const { save } = useWords(sharedWords)
  const formats = useFormats()
  const held = heldBy(key.scopes, useGrantable() ?? [])
  const [typed, setTyped] = useState(() => typedOf(key))
  const [touched, setTouched] = useState<Chosen>()
  const [end, setEnd] = useState<End>('same')
  const changing = useNarrowKey(owner, key.id)
  const { error } = changing
  const { issueAt, isElsewhere } = useKeyIssues(error)
  const chosen = touched ?? allTicked(held)
  const isEmpty = touched !== undefined && isEmptyChoice(touched)
  const sooner = (['30', '90', '365'] as const).filter((days) => key.expiresAt === null || endIn(days) < key.expiresAt)

  function submit(): void {
    if (isEmpty) return
    const { name, note, from } = typed
    const scopes = narrowedScopes(key.scopes, held, chosen)
    const addresses = addressesIn(from)
    changing.mutate(
      {
        name,
        note: note === '' ? null : note,
        ...(scopes && { scopes }),
        ...(from !== typedOf(key).from && { addresses: addresses.length > 0 ? addresses : null }),
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
    <FormDialog
      title={said.changeOne({ name: key.name })}
      action={save}
      isDisabled={changing.isPending}
      refusal={
        isElsewhere &&
        (issueAt('scopes') ?? (isApiError(error, 'invalid_state') ? said.notWider : explain(error, errors)))
      }
      isWide={held.length > 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{said.changeAbout}</p>
      <KeyFields typed={typed} issueAt={issueAt} onChange={setTyped}>
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
      </KeyFields>
    </FormDialog>
  )
}

function endIn(days: Exclude<End, 'same'>): string {
  return new Date(Date.now() + Number(days) * DAY).toISOString()
}
