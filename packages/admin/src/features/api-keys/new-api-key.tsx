import { useState } from 'react'
import { errorWords, explain } from '../../data/error-words.ts'
import { FormDialog } from '../../design/form-dialog.tsx'
import { Labelled, Select } from '../../design/input.tsx'
import { useWords } from '../../words/use-words.ts'
import { KeyFields, type TypedKey, useKeyIssues } from './key-fields.tsx'
import { addressesIn, type Chosen, chosenBy, isEmptyChoice, PRESETS, type Preset, scopesOf } from './key-scopes.ts'
import { ScopeMatrix } from './scope-matrix.tsx'
import { Secret } from './secret.tsx'
import { type KeyOwner, useCreateKey, useGrantable } from './use-keys.ts'
import { apiKeysWords } from './words.ts'

const DAY = 86_400_000

type Lifetime = 'never' | '30' | '90' | '365'

interface NewApiKeyProps {
  readonly owner: KeyOwner | null
  readonly onClose: () => void
}

/** Asks for name and scopes of a key, then shows its secret once. */
export function NewApiKey({ owner, onClose }: NewApiKeyProps) {
  const said = useWords(apiKeysWords)
  const errors = useWords(errorWords)
  const all = useGrantable()
  const [typed, setTyped] = useState<TypedKey>({ name: '', note: '', from: '' })
  const [preset, setPreset] = useState<Preset>('published')
  const [chosen, setChosen] = useState<Chosen>({})
  const [lifetime, setLifetime] = useState<Lifetime>('90')
  const creating = useCreateKey(owner)
  const { error } = creating
  const { issueAt, isElsewhere } = useKeyIssues(error)
  const isEmpty = preset === 'chosen' && isEmptyChoice(chosen)

  /** The matrix starts with the ticks of the preset. */
  function choose(next: Preset): void {
    if (next === 'chosen' && preset !== 'chosen') setChosen(chosenBy(preset, all ?? []))
    setPreset(next)
  }

  function submit(): void {
    if (!all || isEmpty) return
    const { name, note, from } = typed
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
    <FormDialog
      title={said.newKey}
      action={said.createKey}
      isDisabled={creating.isPending || !all}
      refusal={isElsewhere && (issueAt('scopes') ?? explain(error, errors))}
      isWide={preset === 'chosen'}
      onSubmit={submit}
      onClose={onClose}
    >
      <KeyFields typed={typed} issueAt={issueAt} onChange={setTyped}>
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
      </KeyFields>
    </FormDialog>
  )
}
