import { type ReactNode, useId } from 'react'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './form-dialog.module.css'

interface FormDialogProps {
  readonly title: string
  /** Label of the button: names the action, never "OK". */
  readonly action: string
  readonly isDisabled: boolean
  /** Error message that no input shows. */
  readonly refusal?: ReactNode
  readonly isWide?: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

export function FormDialog({
  title,
  action,
  isDisabled,
  refusal,
  isWide,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const { cancel } = useWords(sharedWords)
  const form = useId()
  return (
    <Dialog
      open
      isKept
      onClose={onClose}
      title={title}
      kind={isWide ? 'wide' : 'dialog'}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" form={form} disabled={isDisabled}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {refusal && (
          <p className={styles.refusal} role="alert">
            {refusal}
          </p>
        )}
        {children}
      </form>
    </Dialog>
  )
}
