import type { ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import { useWords } from '../../words/use-words.ts'
import type { Identity } from './use-identities.ts'
import { providersWords } from './words.ts'

interface RemoveIdentityProps {
  readonly identity: Identity
  readonly isDisabled: boolean
  /** What it means. */
  readonly children: ReactNode
  readonly onRemove: (id: string) => void
}

/** Asks for confirmation before a provider is removed. */
export function RemoveIdentity({ identity: { id, label }, isDisabled, children, onRemove }: RemoveIdentityProps) {
  const said = useWords(providersWords)
  const { asking, ask, stop } = useAsking<true>()
  const name = said.removeOne({ provider: label })
  return (
    <>
      <Button small kind="outline" disabled={isDisabled} aria-label={name} onClick={() => ask(true)}>
        {said.remove}
      </Button>
      {asking && (
        <Confirm title={name} action={said.remove} onConfirm={() => onRemove(id)} onClose={stop}>
          {children}
        </Confirm>
      )}
    </>
  )
}
