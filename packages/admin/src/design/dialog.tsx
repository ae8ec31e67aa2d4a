import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { Icon } from './icon.tsx'

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children?: ReactNode
  /** Buttons; the primary action comes last. */
  readonly actions?: ReactNode
  /** A drawer comes from the side and leaves the page visible; a sheet is the navigation on a phone. */
  readonly kind?: 'dialog' | 'wide' | 'drawer' | 'sheet'
  /** Clicks outside don't close it, because input or a value that is shown once would be lost. */
  readonly isKept?: boolean
}

export function Dialog({ open, onClose, title, children, actions, kind = 'dialog', isKept = false }: DialogProps) {
  const said = useWords(sharedWords)
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} disablePointerDismissal={isKept} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup ref={popup} className={styles[kind]} initialFocus={() => focusFirst(popup)}>
          <Base.Title className={styles.title}>{title}</Base.Title>
          <div className={styles.body}>{children}</div>
          {actions !== undefined && <div className={styles.foot}>{actions}</div>}
          {/* Last in the DOM, so that the first field gets the focus, not the close button. */}
          <Base.Close render={<IconButton label={said.close} small />} className={styles.close}>
            <Icon of={X} />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * For `initialFocus` of a popup: focuses the first focusable element synchronously. The popup itself waits for
 * a frame, and letters typed by then would go to the former focus.
 */
function focusFirst({ current }: RefObject<HTMLElement | null>): boolean {
  if (current?.contains(document.activeElement)) return false
  for (const one of current?.querySelectorAll<HTMLElement>('a,button,input,textarea,[tabindex]') ?? []) {
    if (one.tabIndex >= 0) one.focus()
    if (document.activeElement === one) return false
  }
  return true
}
