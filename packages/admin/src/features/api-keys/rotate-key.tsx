import { useState } from 'react'
import { errorWords, explain } from '../../data/error-words.ts'
import { FormDialog } from '../../design/form-dialog.tsx'
import { Labelled, Select } from '../../design/input.tsx'
import { useWords } from '../../words/use-words.ts'
import { Secret } from './secret.tsx'
import { type ApiKey, type KeyOwner, useRotateKey } from './use-keys.ts'
import { apiKeysWords } from './words.ts'

/** In seconds. */
const OVERLAPS = { none: 0, hour: 3_600, day: 86_400 } as const

type Overlap = keyof typeof OVERLAPS

interface RotateKeyProps {
  readonly owner: KeyOwner | null
  readonly apiKey: Pick<ApiKey, 'id' | 'name'>
  readonly onClose: () => void
}

/** Issues a new secret; the old one stays valid for an overlap. */
export function RotateKey({ owner, apiKey: { id, name }, onClose }: RotateKeyProps) {
  const said = useWords(apiKeysWords)
  const errors = useWords(errorWords)
  const rotating = useRotateKey(owner)
  const [overlap, setOverlap] = useState<Overlap>('hour')

  if (rotating.data) return <Secret value={rotating.data.key} onClose={onClose} />
  return (
    <FormDialog
      title={said.rotateOne({ name })}
      action={said.rotate}
      isDisabled={rotating.isPending}
      refusal={rotating.error && explain(rotating.error, errors)}
      onSubmit={() => rotating.mutate({ id, overlap: OVERLAPS[overlap] })}
      onClose={onClose}
    >
      <p>{said.askRotate({ name })}</p>
      <Labelled label={said.overlap}>
        {(described) => (
          <Select<Overlap>
            {...described}
            value={overlap}
            options={(['none', 'hour', 'day'] as const).map((value) => ({ value, label: said.overlaps[value] }))}
            onChange={setOverlap}
          />
        )}
      </Labelled>
    </FormDialog>
  )
}
