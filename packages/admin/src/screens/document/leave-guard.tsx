import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { documentWords } from '../../words/document.ts'
import { useWords } from '../../words/use-words.ts'
import type { DocumentForm } from './use-document-form.ts'
import type { Gone } from './use-followed-document.ts'

/**
 * Asks before unsaved changes are left behind, inside of the app and out of it. Moving within the document is no
 * leaving.
 */
export function LeaveGuard({ form, gone }: { readonly form: DocumentForm; readonly gone: Gone | undefined }) {
  const said = useWords(documentWords)
  // Of what is in the trash, the device keeps it.
  const isHeld = form.isDirty && gone?.how !== 'trashed'
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isHeld && !isSamePage(current, next),
    enableBeforeUnload: isHeld,
    withResolver: true,
  })
  // Autosave has finished, so continue the navigation without asking.
  const isSaved = status === 'blocked' && !isHeld
  useEffect(() => {
    if (isSaved) proceed()
  }, [isSaved, proceed])
  if (status !== 'blocked') return null
  return (
    <Dialog
      open
      onClose={reset}
      title={said.leaveTitle}
      actions={
        <>
          <Button onClick={reset}>{said.stay}</Button>
          <Button
            kind="danger"
            onClick={() => {
              form.discard()
              proceed()
            }}
          >
            {said.leaveDiscard}
          </Button>
          {!gone && (
            <Button kind="primary" onClick={() => void form.save().then((saved) => (saved ? proceed() : reset()))}>
              {said.leaveSave}
            </Button>
          )}
        </>
      }
    >
      {said.leaveText}
    </Dialog>
  )
}

interface Location {
  readonly pathname: string
  readonly search: object
}

/** Another tab of the same document, in the same language, is the same form. */
function isSamePage(current: Location, next: Location): boolean {
  const localeOf = ({ search }: Location) => (search as { locale?: string }).locale
  return current.pathname === next.pathname && localeOf(current) === localeOf(next)
}
