import { type ReactNode, useState } from 'react'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmProps {
  readonly title: string
  readonly children: ReactNode
  /** Label of the button: names the action, never "OK". */
  readonly action: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function Confirm({ title, children, action, onConfirm, onClose }: ConfirmProps) {
  const { cancel } = useWords(sharedWords)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            kind="primary"
            onClick={() => {
              onConfirm()
              onClose()
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

/** State of a confirmation dialog: the thing that it asks about. */
export function useAsking<Thing>() {
  const [asking, ask] = useState<Thing>()
  return { asking, ask, stop: () => ask(undefined) }
}
