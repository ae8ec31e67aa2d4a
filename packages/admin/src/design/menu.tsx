import { Menu as Base } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './popup.module.css'

interface MenuProps {
  readonly trigger: ReactElement
  readonly children: ReactNode
  readonly align?: 'start' | 'end'
}

export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.layer} sideOffset={6} align={align}>
          <Base.Popup className={styles.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuItemProps {
  readonly children: ReactNode
  readonly icon?: ReactNode
  readonly hint?: string
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly onSelect?: () => void
  /** Makes the entry a link. */
  readonly to?: { readonly to: string }
  /** Makes the entry a download link. */
  readonly file?: string
}

export function MenuItem({ children, icon, hint, danger, disabled = false, onSelect, to, file }: MenuItemProps) {
  return (
    <Base.Item
      className={`${styles.item} ${danger ? styles.danger : ''}`}
      disabled={disabled}
      {...(onSelect && { onClick: onSelect })}
      {...(to && { render: <Link {...to} /> })}
      {...(file !== undefined && {
        render: (
          <a href={file} download>
            {children}
          </a>
        ),
      })}
    >
      {icon}
      {children}
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </Base.Item>
  )
}

interface MenuChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** A choice of one among several, inside a menu. */
export function MenuChoice<Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className={styles.label}>{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: Value) => onChange(next)}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={styles.item} closeOnClick>
            <span className={styles.indicator}>
              <Base.RadioItemIndicator>
                <Icon of={Check} size={14} />
              </Base.RadioItemIndicator>
            </span>
            {option.label}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}

export function MenuSeparator() {
  return <Base.Separator className={styles.separator} />
}
