import {
  ArrowDown,
  ArrowUp,
  ArrowUpDown,
  ClipboardCopy,
  Copy,
  Ellipsis,
  GripVertical,
  SquareCheck,
  Trash2,
} from 'lucide-react'
import { type RefObject, useLayoutEffect } from 'react'
import { IconButton } from '../design/button.tsx'
import { Checkbox } from '../design/input.tsx'
import { Icon } from '../design/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '../design/menu.tsx'
import { rowWords } from '../words/rows.ts'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import type { RowDeeds } from './row-deeds.ts'
import styles from './rows.module.css'
import { useSortableItem } from './sortable.tsx'

interface RowHandleProps {
  readonly id: string
  /** The element that moves. */
  readonly item: RefObject<HTMLElement | null>
  readonly name: string
  readonly onStep: (by: -1 | 1) => void
}

/** Drag handle of a row. Dragging renders the handles only; rows move by transforms. */
export function RowHandle({ id, item, name, onStep }: RowHandleProps) {
  const said = useWords(rowWords)
  const { moved, handle } = useSortableItem(id, false, onStep)
  const { ref, style } = moved
  const isDragging = moved['data-dragging'] === true
  useLayoutEffect(() => {
    ref(item.current)
    return () => ref(null)
  }, [ref, item])
  useLayoutEffect(() => {
    if (item.current) place(item.current, style, isDragging)
  }, [item, style, isDragging])
  return (
    <IconButton small {...handle} label={said.move({ what: name })} className={styles.handle ?? ''}>
      <Icon of={GripVertical} />
    </IconButton>
  )
}

function place(
  item: HTMLElement,
  {
    transform = '',
    transition = '',
  }: { readonly transform: string | undefined; readonly transition: string | undefined },
  isDragging: boolean,
): void {
  item.style.transform = transform
  item.style.transition = transition
  item.toggleAttribute('data-dragging', isDragging)
}

interface RowCheckProps {
  readonly id: string
  readonly name: string
  readonly isSelected: boolean
  readonly deeds: RowDeeds
}

export function RowCheck({ id, name, isSelected, deeds }: RowCheckProps) {
  const said = useWords(rowWords)
  return (
    <span className={styles.check}>
      <Checkbox
        aria-label={said.select({ what: name })}
        checked={isSelected}
        onClick={(event) => {
          if (!event.shiftKey) return
          event.preventDefault()
          deeds.select(id, 'extend')
        }}
        onCheckedChange={(_, { event }) => {
          if (!(event instanceof MouseEvent && event.shiftKey)) deeds.select(id, 'toggle')
        }}
      />
    </span>
  )
}

interface RowActionsProps {
  readonly id: string
  readonly index: number
  readonly isLast: boolean
  readonly mayGrow: boolean
  readonly deeds: RowDeeds
  readonly name: string
}

export function RowActions({ id, index, isLast, mayGrow, deeds, name }: RowActionsProps) {
  const said = useWords(rowWords)
  const { remove } = useWords(sharedWords)
  return (
    <span className={styles.actions}>
      {mayGrow && (
        <IconButton small label={`${said.duplicate}: ${name}`} onClick={() => deeds.duplicate(id)}>
          <Icon of={Copy} />
        </IconButton>
      )}
      <Menu
        trigger={
          <IconButton small label={said.more({ what: name })}>
            <Icon of={Ellipsis} />
          </IconButton>
        }
      >
        <MenuItem icon={<Icon of={ArrowUp} />} disabled={index === 0} onSelect={() => deeds.move(id, -1)}>
          {said.moveUp}
        </MenuItem>
        <MenuItem icon={<Icon of={ArrowDown} />} disabled={isLast} onSelect={() => deeds.move(id, 1)}>
          {said.moveDown}
        </MenuItem>
        {!(index === 0 && isLast) && (
          <MenuItem icon={<Icon of={ArrowUpDown} />} onSelect={() => deeds.moveFar(id)}>
            {said.moveTo}
          </MenuItem>
        )}
        <MenuItem icon={<Icon of={ClipboardCopy} />} onSelect={() => deeds.copy(id)}>
          {said.copy}
        </MenuItem>
        <MenuItem icon={<Icon of={SquareCheck} />} onSelect={() => deeds.select(id, 'toggle')}>
          {said.selectThis}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Icon of={Trash2} />} danger onSelect={() => deeds.remove(id)}>
          {remove}
        </MenuItem>
      </Menu>
    </span>
  )
}
