import { type SyntheticEvent, useId, useState } from 'react'
import { errorWords, explain } from '../../data/error-words.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Labelled, Select } from '../../design/input.tsx'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from '../../screens/profile/profile.module.css'
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

/** Another secret for a key, while the old one is good for as long as it takes to change over. */
export function RotateKey({ owner, apiKey: { id, name }, onClose }: RotateKeyProps) {
  const said = useWords(apiKeysWords)
  const errors = useWords(errorWords)
  const { cancel } = useWords(sharedWords)
  const rotating = useRotateKey(owner)
  const [overlap, setOverlap] = useState<Overlap>('hour')
  const form = useId()

  function onSubmit(event: SyntheticEvent): void {
    event.preventDefault()
    rotating.mutate({ id, overlap: OVERLAPS[overlap] })
  }

  if (rotating.data) return <Secret value={rotating.data.key} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={said.rotateOne({ name })}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" form={form} disabled={rotating.isPending}>
            {said.rotate}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit}>
        {rotating.error && (
          <p className={styles.refusal} role="alert">
            {explain(rotating.error, errors)}
          </p>
        )}
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
      </form>
    </Dialog>
  )
}
