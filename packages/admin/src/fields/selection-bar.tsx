import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, ClipboardCopy, Copy, Trash2, X } from 'lucide-react'
import { Button, IconButton } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { rowWords } from '../words/rows.ts'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import type { Destination } from './row-selection.ts'
import styles from './rows.module.css'

interface SelectionBarProps {
  readonly count: number
  readonly isAll: boolean
  readonly mayGrow: boolean
  readonly onAll: () => void
  readonly onMove: (to: Destination) => void
  readonly onCopy: () => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
  readonly onEnd: () => void
}

export function SelectionBar(props: SelectionBarProps) {
  const { count, isAll, mayGrow, onAll, onMove, onCopy, onDuplicate, onRemove, onEnd } = props
  const said = useWords(rowWords)
  const { remove } = useWords(sharedWords)
  const isNone = count === 0
  return (
    <div className={styles.selection} role="toolbar" aria-label={said.selection}>
      <span role="status" className={styles.selected}>
        {isNone ? said.selectHint : said.selected({ count })}
      </span>
      <Button small onClick={onAll}>
        {isAll ? said.selectNone : said.selectAll}
      </Button>
      <IconButton small label={said.moveStart} disabled={isNone} onClick={() => onMove('start')}>
        <Icon of={ArrowUpToLine} />
      </IconButton>
      <IconButton small label={said.moveUp} disabled={isNone} onClick={() => onMove('up')}>
        <Icon of={ArrowUp} />
      </IconButton>
      <IconButton small label={said.moveDown} disabled={isNone} onClick={() => onMove('down')}>
        <Icon of={ArrowDown} />
      </IconButton>
      <IconButton small label={said.moveEnd} disabled={isNone} onClick={() => onMove('end')}>
        <Icon of={ArrowDownToLine} />
      </IconButton>
      <IconButton small label={said.copy} disabled={isNone} onClick={onCopy}>
        <Icon of={ClipboardCopy} />
      </IconButton>
      <IconButton small label={said.duplicate} disabled={isNone || !mayGrow} onClick={onDuplicate}>
        <Icon of={Copy} />
      </IconButton>
      <IconButton small label={remove} disabled={isNone} onClick={onRemove}>
        <Icon of={Trash2} />
      </IconButton>
      <IconButton small label={said.selectEnd} onClick={onEnd}>
        <Icon of={X} />
      </IconButton>
    </div>
  )
}
