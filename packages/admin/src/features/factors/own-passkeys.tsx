import { Fingerprint, Plus } from 'lucide-react'
import { type SyntheticEvent, useId, useState } from 'react'
import { account } from '../../data/client.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { Button } from '../../design/button.tsx'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Icon } from '../../design/icon.tsx'
import { Input, Labelled } from '../../design/input.tsx'
import { Section } from '../../design/page.tsx'
import { NoRows, Row, Rows } from '../../design/rows.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { useFormats } from '../../words/formats.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import profile from '../../screens/profile/profile.module.css'
import { addPasskey, isGivenUp, useChangeFactors, usePasskeys } from './use-factors.ts'
import { factorsWords } from './words.ts'

interface OwnPasskeysProps {
  readonly count: number
  readonly isFresh: boolean
}

export function OwnPasskeys({ count, isFresh }: OwnPasskeysProps) {
  const said = useWords(factorsWords)
  const errors = useWords(errorWords)
  const formats = useFormats()
  const passkeys = usePasskeys(isFresh)
  const removing = useChangeFactors((id: string) => account.passkeys.delete(id))
  const [isAdding, setAdding] = useState(false)
  const { asking, ask, stop } = useAsking<{ readonly id: string; readonly name: string }>()
  const remove = (id: string) =>
    removing.mutate(id, {
      onSuccess: () => toast(said.removed),
      onError: (error) => toastError(explain(error, errors)),
    })
  return (
    <Section
      title={said.passkeys}
      about={said.passkeysAbout}
      {...(isFresh && {
        actions: (
          <Button small kind="outline" onClick={() => setAdding(true)}>
            <Icon of={Plus} size={14} />
            {said.addPasskey}
          </Button>
        ),
      })}
    >
      {count === 0 && <NoRows>{said.noPasskeys}</NoRows>}
      {!isFresh && count > 0 && <p>{said.countOfPasskeys({ count })}</p>}
      <Rows label={said.passkeys}>
        {passkeys.data?.map(({ id, name, lastUsedAt }) => (
          <Row
            key={id}
            start={<Icon of={Fingerprint} />}
            name={<span dir="auto">{name}</span>}
            note={lastUsedAt === null ? said.neverUsed : said.used({ when: formats.ago(lastUsedAt) })}
            end={
              <Button small kind="outline" aria-label={said.removeOne({ name })} onClick={() => ask({ id, name })}>
                {said.remove}
              </Button>
            }
          />
        ))}
      </Rows>
      {isAdding && <NewPasskey onClose={() => setAdding(false)} />}
      {asking && (
        <Confirm title={said.remove} action={said.remove} onConfirm={() => remove(asking.id)} onClose={stop}>
          {said.askRemove({ name: asking.name })}
        </Confirm>
      )}
    </Section>
  )
}

/** Asks what it is called; the browser asks the rest. */
function NewPasskey({ onClose }: { readonly onClose: () => void }) {
  const said = useWords(factorsWords)
  const errors = useWords(errorWords)
  const { cancel } = useWords(sharedWords)
  const form = useId()
  const [name, setName] = useState('')
  const adding = useChangeFactors(addPasskey)
  const { error } = adding

  function onSubmit(event: SyntheticEvent): void {
    event.preventDefault()
    adding.mutate(name, {
      onSuccess: () => {
        toast(said.passkeyAdded)
        onClose()
      },
    })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={said.addPasskey}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" form={form} disabled={adding.isPending}>
            {said.goOn}
          </Button>
        </>
      }
    >
      <form id={form} className={profile.form} onSubmit={onSubmit}>
        {error && !isGivenUp(error) && (
          <p className={profile.refusal} role="alert">
            {explain(error, { ...errors, invalid_credentials: said.notAccepted })}
          </p>
        )}
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
      </form>
    </Dialog>
  )
}
