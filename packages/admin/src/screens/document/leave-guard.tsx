import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { documentWords } from '../../words/document.ts'
import { useWords } from '../../words/use-words.ts'
import type { DocumentForm } from './use-document-form.ts'
import type { Gone } from './use-followed-document.ts'

interface LeaveGuardProps {
  readonly form: DocumentForm
  readonly gone: Gone | undefined
  /** Saves when leaving, and asks only if that takes long or fails. */
  readonly isByItself: boolean
  /** A drawer is left when it closes, a page when another one opens. */
  readonly shownIn?: 'page' | 'drawer'
  readonly traversal?: HeldTraversal
}

/** Back or Forward of the browser while this page holds it. */
export interface HeldTraversal {
  readonly hold: () => void
  /** The page stays, and the browser returns to its address. */
  readonly takeBack: () => void
  /** Replaces the page's address: at once, or after `takeBack`. */
  readonly replace: (navigate: () => void) => void
}

/**
 * For navigations that replace the page's address. Browsers go Back before the page is asked, so a navigation would
 * replace the address that the user goes to, and the page would stay open.
 */
export function useHeldTraversal(): HeldTraversal {
  const held = useRef<{ readonly isOn: boolean; navigate?: () => void }>({ isOn: false })
  return useMemo(
    () => ({
      hold: () => {
        held.current = { ...held.current, isOn: true }
      },
      takeBack: () => {
        const { isOn, navigate } = held.current
        held.current = { isOn: false }
        if (isOn && navigate) window.addEventListener('popstate', navigate, { once: true })
      },
      replace: (navigate) => {
        if (held.current.isOn) held.current.navigate = navigate
        else navigate()
      },
    }),
    [],
  )
}

/** Usual duration of a save in milliseconds. A dialog that appears for less only startles. */
const SHORTLY = 300

/**
 * Asks before unsaved edits are left, inside of the app and when closing the tab. Moving within the document does not
 * ask.
 */
export function LeaveGuard({ form, gone, isByItself, shownIn = 'page', traversal }: LeaveGuardProps) {
  const said = useWords(documentWords)
  // For a document in the trash, the device keeps the edits.
  const isHeld = form.isDirty && gone?.how !== 'trashed'
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next, action }) => {
      const isLeft = !(shownIn === 'page' ? isSamePage : isSameDrawer)(current, next)
      if (isHeld && isLeft && action !== 'PUSH' && action !== 'REPLACE') traversal?.hold()
      return isHeld && isLeft
    },
    enableBeforeUnload: isHeld,
    withResolver: true,
  })
  const isBlocked = status === 'blocked'
  const saveAtOnce = useEffectEvent(() => {
    if (isByItself && !gone) void form.save(true)
  })
  useEffect(() => {
    if (isBlocked) saveAtOnce()
  }, [isBlocked])
  // Autosave has finished, so continue the navigation without asking.
  const isSaved = isBlocked && !isHeld
  useEffect(() => {
    if (isSaved) proceed()
  }, [isSaved, proceed])
  const isLasting = useIsLasting(isBlocked)
  const stay = () => {
    traversal?.takeBack()
    reset?.()
  }
  if (!isBlocked || isSaved || (isByItself && !isLasting)) return null
  return (
    <Dialog
      open
      onClose={stay}
      title={said.leaveTitle}
      actions={
        <>
          <Button onClick={stay}>{said.stay}</Button>
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
            <Button kind="primary" onClick={() => void form.save().then((saved) => (saved ? proceed() : stay()))}>
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

function useIsLasting(isOn: boolean): boolean {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setTimeout(() => setLasting(true), SHORTLY)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [isOn])
  return isLasting
}

interface Location {
  readonly pathname: string
  readonly search: object
}

/** Another tab of the same document and language is the same form. */
function isSamePage(current: Location, next: Location): boolean {
  const localeOf = ({ search }: Location) => (search as { locale?: string }).locale
  return current.pathname === next.pathname && localeOf(current) === localeOf(next)
}

function isSameDrawer(current: Location, next: Location): boolean {
  const drawerOf = ({ search }: Location) => (search as { drawer?: string }).drawer
  return isSamePage(current, next) && drawerOf(current) === drawerOf(next)
}
