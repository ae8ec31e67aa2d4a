import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
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
  /** Buttons, the one that does it last. */
  readonly actions?: ReactNode
  /** A drawer comes from the side and leaves the page visible; a sheet is the navigation on a phone. */
  readonly kind?: 'dialog' | 'wide' | 'drawer' | 'sheet'
}

const CLASSES = {
  dialog: styles.dialog,
  wide: `${styles.dialog} ${styles.wide}`,
  drawer: styles.drawer,
  sheet: `${styles.drawer} ${styles.sheet}`,
}

export function Dialog({ open, onClose, title, children, actions, kind = 'dialog' }: DialogProps) {
  const said = useWords(sharedWords)
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={CLASSES[kind]}>
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton label={said.close} small />}>
              <Icon of={X} />
            </Base.Close>
          </div>
          <div className={styles.body}>{children}</div>
          {actions !== undefined && <div className={styles.foot}>{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
