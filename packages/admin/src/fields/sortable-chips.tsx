import { SquarePen, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../design/icon.tsx'
import { inputWords } from '../words/fields.ts'
import { rowWords } from '../words/rows.ts'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import styles from './fields.module.css'
import { moveItem } from './rows.ts'
import { Sortable, useSortableItem } from './sortable.tsx'

export interface ChipItem {
  readonly key: string
  readonly name: string
  readonly content: ReactNode
  readonly onOpen?: () => void
}

interface SortableChipsProps {
  readonly items: readonly ChipItem[]
  readonly isReadOnly: boolean
  /** Called with the keys in their new order, without removed ones. */
  readonly onChange: (keys: readonly string[]) => void
}

export function SortableChips({ items, isReadOnly, onChange }: SortableChipsProps) {
  const keys = items.map(({ key }) => key)
  const move = (from: number, to: number) => onChange(moveItem(keys, from, to))
  return (
    <Sortable
      direction="wrapped"
      ids={keys}
      onMove={move}
      nameOf={(key) => items.find((item) => item.key === key)?.name ?? ''}
    >
      <ul className={styles.chips}>
        {items.map((item, index) => (
          <SortableChip
            key={item.key}
            item={item}
            isReadOnly={isReadOnly}
            isAlone={items.length === 1}
            onStep={(by) => move(index, index + by)}
            onRemove={() => onChange(keys.toSpliced(index, 1))}
          />
        ))}
      </ul>
    </Sortable>
  )
}

interface SortableChipProps {
  readonly item: ChipItem
  readonly isReadOnly: boolean
  readonly isAlone: boolean
  readonly onStep: (by: -1 | 1) => void
  readonly onRemove: () => void
}

function SortableChip({ item, isReadOnly, isAlone, onStep, onRemove }: SortableChipProps) {
  const said = useWords(rowWords)
  const { remove } = useWords(sharedWords)
  const { open } = useWords(inputWords)
  const isFixed = isReadOnly || isAlone
  const { moved, handle } = useSortableItem(item.key, isFixed, onStep)
  return (
    <li {...moved} className={styles.chip}>
      {isFixed ? (
        <span>{item.content}</span>
      ) : (
        <button type="button" {...handle} className={styles.chipHandle} title={said.move({ what: item.name })}>
          {item.content}
        </button>
      )}
      {item.onOpen && (
        <button
          type="button"
          className={styles.chipButton}
          aria-label={open({ title: item.name })}
          onClick={item.onOpen}
        >
          <Icon of={SquarePen} size={12} />
        </button>
      )}
      {!isReadOnly && (
        <button type="button" className={styles.chipButton} aria-label={`${remove}: ${item.name}`} onClick={onRemove}>
          <Icon of={X} size={12} />
        </button>
      )}
    </li>
  )
}
