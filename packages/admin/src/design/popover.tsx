import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import styles from './popup.module.css'

interface PopoverProps {
  readonly trigger: ReactElement
  readonly title: string
  readonly children: ReactNode | ((close: () => void) => ReactNode)
  readonly align?: 'start' | 'end'
  /** For content larger than a small form. The content scrolls. */
  readonly isWide?: boolean
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  /** Whether closing returns the focus to the trigger; true by default. */
  readonly returnsFocus?: () => boolean
}

/** A small form beside its trigger. */
export function Popover({
  trigger,
  title,
  children,
  align = 'start',
  isWide = false,
  open,
  onOpenChange,
  returnsFocus,
}: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.layer} sideOffset={6} align={align}>
          <Base.Popup className={isWide ? styles.wide : styles.padded} aria-label={title} finalFocus={returnsFocus}>
            {typeof children === 'function' ? children(() => onOpenChange?.(false)) : children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
