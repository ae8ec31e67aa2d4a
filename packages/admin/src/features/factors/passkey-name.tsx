import { useState } from 'react'
import { account } from '../../data/client.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { FormDialog } from '../../design/form-dialog.tsx'
import { Input, Labelled } from '../../design/input.tsx'
import { toast } from '../../design/toasts.tsx'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { addPasskey, isGivenUp, useChangeFactors } from './use-factors.ts'
import { factorsWords } from './words.ts'

interface NewPasskeyProps {
  readonly onAdded: () => void
  readonly onClose: () => void
}

/** Asks for a name, then lets the browser create a passkey. */
export function NewPasskey({ onAdded, onClose }: NewPasskeyProps) {
  const said = useWords(factorsWords)
  const texts = { title: said.addPasskey, action: said.goOn, done: said.passkeyAdded }
  return <PasskeyName {...texts} former="" change={addPasskey} onDone={onAdded} onClose={onClose} />
}

interface RenamePasskeyProps {
  readonly passkey: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

export function RenamePasskey({ passkey: { id, name }, onClose }: RenamePasskeyProps) {
  const said = useWords(factorsWords)
  const { save } = useWords(sharedWords)
  const rename = (next: string) => account.passkeys.update(id, { name: next })
  const texts = { title: said.renameOne({ name }), action: save, done: said.renamed }
  return <PasskeyName {...texts} former={name} change={rename} onClose={onClose} />
}

interface PasskeyNameProps {
  readonly title: string
  readonly action: string
  /** Message after success. */
  readonly done: string
  readonly former: string
  readonly change: (name: string) => Promise<unknown>
  readonly onDone?: () => void
  readonly onClose: () => void
}

function PasskeyName({ title, action, done, former, change, onDone, onClose }: PasskeyNameProps) {
  const said = useWords(factorsWords)
  const errors = useWords(errorWords)
  const [name, setName] = useState(former)
  const changing = useChangeFactors(change)
  const { error } = changing
  const submit = () =>
    changing.mutate(name, {
      onSuccess: () => {
        toast(done)
        onDone?.()
        onClose()
      },
    })
  return (
    <FormDialog
      title={title}
      action={action}
      isDisabled={changing.isPending}
      refusal={error && !isGivenUp(error) && explain(error, { ...errors, invalid_credentials: said.notAccepted })}
      onSubmit={submit}
      onClose={onClose}
    >
      <Labelled label={said.passkeyName} hint={said.passkeyNameHint}>
        {(described) => (
          <Input
            {...described}
            required
            maxLength={64}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Labelled>
    </FormDialog>
  )
}
