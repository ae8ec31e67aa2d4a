import { useState } from 'react'
import { errorWords, explain } from '../../data/error-words.ts'
import type { Snapshot } from '../../data/document.ts'
import { FormDialog } from '../../design/form-dialog.tsx'
import { Input, Labelled } from '../../design/input.tsx'
import { toast } from '../../design/toasts.tsx'
import { useFormats } from '../../words/formats.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { type HistoryPlace, useNameVersion } from './use-history.ts'
import { historyWords } from './words.ts'

const LONGEST = 120

interface VersionNameProps {
  readonly place: HistoryPlace
  readonly snapshot: Snapshot
  readonly onClose: () => void
}

/** Names a revision, which is then kept forever; an empty name removes it. */
export function VersionName({ place, snapshot, onClose }: VersionNameProps) {
  const said = useWords(historyWords)
  const errors = useWords(errorWords)
  const { save } = useWords(sharedWords)
  const { number } = useFormats()
  const [name, setName] = useState(snapshot.name ?? '')
  const naming = useNameVersion(place)
  const submit = () => {
    const given = name.trim()
    naming.mutate(
      { revision: snapshot.revision, name: given === '' ? null : given },
      {
        onSuccess: () => {
          toast(given === '' ? said.nameRemoved : said.named({ name: given }))
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={said.nameTitle({ number: number(snapshot.revision) })}
      action={save}
      isDisabled={naming.isPending}
      refusal={naming.error && explain(naming.error, errors)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Labelled label={said.versionName} hint={said.nameHint}>
        {(described) => (
          <Input
            {...described}
            dir="auto"
            maxLength={LONGEST}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Labelled>
    </FormDialog>
  )
}
