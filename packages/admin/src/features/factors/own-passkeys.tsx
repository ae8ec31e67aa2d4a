import { Fingerprint, Plus } from 'lucide-react'
import { useState } from 'react'
import { account } from '../../data/client.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { Button } from '../../design/button.tsx'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import { Icon } from '../../design/icon.tsx'
import { Section } from '../../design/page.tsx'
import { NoRows, Row, Rows } from '../../design/rows.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { NewPasskey, RenamePasskey } from './passkey-name.tsx'
import { useChangeFactors, usePasskeys } from './use-factors.ts'
import { factorsWords } from './words.ts'

interface Passkey {
  readonly id: string
  readonly name: string
}

interface OwnPasskeysProps {
  readonly count: number
  readonly isFresh: boolean
  readonly onAdded: () => void
}

export function OwnPasskeys({ count, isFresh, onAdded }: OwnPasskeysProps) {
  const said = useWords(factorsWords)
  const errors = useWords(errorWords)
  const formats = useFormats()
  const passkeys = usePasskeys(isFresh)
  const removing = useChangeFactors((id: string) => account.passkeys.delete(id))
  const [isAdding, setAdding] = useState(false)
  const { asking, ask, stop } = useAsking<Passkey>()
  const { asking: renamed, ask: rename, stop: stopRenaming } = useAsking<Passkey>()
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
              <>
                <Button small kind="outline" aria-label={said.renameOne({ name })} onClick={() => rename({ id, name })}>
                  {said.rename}
                </Button>
                <Button small kind="outline" aria-label={said.removeOne({ name })} onClick={() => ask({ id, name })}>
                  {said.remove}
                </Button>
              </>
            }
          />
        ))}
      </Rows>
      {isAdding && <NewPasskey onAdded={onAdded} onClose={() => setAdding(false)} />}
      {renamed && <RenamePasskey passkey={renamed} onClose={stopRenaming} />}
      {asking && (
        <Confirm title={said.remove} action={said.remove} onConfirm={() => remove(asking.id)} onClose={stop}>
          {said.askRemove({ name: asking.name })}
        </Confirm>
      )}
    </Section>
  )
}
