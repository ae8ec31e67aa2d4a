import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { account } from '../../data/client.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { Button, CopyButton } from '../../design/button.tsx'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Section } from '../../design/page.tsx'
import { toastError } from '../../design/toasts.tsx'
import { useWords } from '../../words/use-words.ts'
import styles from './factors.module.css'
import { useChangeFactors } from './use-factors.ts'
import { factorsWords } from './words.ts'

/** Below this number, the app suggests new codes. */
const FEW = 3

interface OwnCodesProps {
  readonly left: number
  readonly isFresh: boolean
  readonly isOffered: boolean
  readonly onOffered: () => void
}

/** Whether to offer recovery codes now. */
export function useOfferedCodes() {
  const [isOffered, setOffered] = useState(false)
  return {
    offer: () => setOffered(true),
    offering: { isOffered, onOffered: () => setOffered(false) },
  }
}

export function OwnCodes({ left, isFresh, isOffered, onOffered }: OwnCodesProps) {
  const said = useWords(factorsWords)
  const errors = useWords(errorWords)
  const { asking, ask, stop } = useAsking<true>()
  const creating = useChangeFactors(() => account.createRecoveryCodes())
  const button = useRef<HTMLButtonElement>(null)
  const isWanted = isOffered && isFresh && left === 0
  const onShown = useEffectEvent(onOffered)
  useEffect(() => {
    if (!isWanted) return
    // The closing dialog returns the focus to the button.
    button.current?.scrollIntoView({ block: 'center' })
    onShown()
  }, [isWanted])
  const create = () => creating.mutate(undefined, { onError: (error) => toastError(explain(error, errors)) })
  return (
    <Section
      title={said.recovery}
      about={left === 0 ? said.offerCodes : said.recoveryAbout}
      {...(isFresh && {
        actions: (
          <Button
            ref={button}
            small
            kind={left === 0 ? 'primary' : 'outline'}
            onClick={() => (left > 0 ? ask(true) : create())}
          >
            {said.createCodes}
          </Button>
        ),
      })}
    >
      <p>
        {said.left({ count: left })}
        {left < FEW && <strong> {said.few}</strong>}
      </p>
      {asking && (
        <Confirm title={said.recovery} action={said.createCodes} onConfirm={create} onClose={stop}>
          {said.askCreate}
        </Confirm>
      )}
      {creating.data && <Codes codes={creating.data.codes} onClose={() => creating.reset()} />}
    </Section>
  )
}

/** Codes that are shown once. */
function Codes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const said = useWords(factorsWords)
  return (
    <Dialog
      open
      isKept
      onClose={onClose}
      title={said.codesTitle}
      actions={
        <>
          <CopyButton text={codes.join('\n')} />
          <Button kind="primary" onClick={onClose}>
            {said.codesSaved}
          </Button>
        </>
      }
    >
      <p>{said.codesOnce}</p>
      <ul className={styles.codes} dir="ltr" aria-label={said.codesTitle}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}
