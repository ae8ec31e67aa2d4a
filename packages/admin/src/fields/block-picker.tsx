import { Search } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { FieldSchema } from '../data/schema.ts'
import { Icon } from '../design/icon.tsx'
import { Input } from '../design/input.tsx'
import { rowWords } from '../words/rows.ts'
import { useWords } from '../words/use-words.ts'
import { blocksByGroup } from './block-groups.ts'
import styles from './block-picker.module.css'
import { BlockPicture } from './block-picture.tsx'

interface BlockPickerProps {
  readonly field: FieldSchema
  readonly onPick: (blockType: string) => void
}

/** Cards of all blocks, in groups. Typing filters them, Enter takes the first, arrow keys move between them. */
export function BlockPicker({ field, onPick }: BlockPickerProps) {
  const said = useWords(rowWords)
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const groups = blocksByGroup(field, typed)
  const [first] = groups.flatMap(({ blocks }) => blocks)

  function onKeyDown(event: KeyboardEvent): void {
    const cards = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = cards.indexOf(document.activeElement as HTMLButtonElement)
    const isInList = at >= 0
    if (event.key === 'Enter' && !isInList && first) onPick(first.name)
    else {
      const step = stepOf(event.key, getComputedStyle(event.currentTarget).direction === 'rtl', isInList)
      if (step === 0) return
      const next = cards[at + step]
      if (next) next.focus()
      else if (at + step < 0) event.currentTarget.querySelector('input')?.focus()
    }
    event.preventDefault()
  }

  return (
    // Arrow keys only move between the cards and the search, which are operable by themselves.
    <div className={styles.picker} onKeyDown={onKeyDown} role="presentation">
      <div className={styles.search}>
        <Icon of={Search} />
        <Input
          aria-label={said.searchBlocks}
          placeholder={said.searchBlocks}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <div ref={list} className={styles.groups}>
        {groups.map(({ name, blocks }) => (
          <div key={name ?? ''} {...(name !== undefined && { role: 'group', 'aria-label': name })}>
            {name !== undefined && <div className={styles.group}>{name}</div>}
            <div className={styles.cards}>
              {blocks.map((block) => (
                <button key={block.name} type="button" className={styles.card} onClick={() => onPick(block.name)}>
                  <BlockPicture fields={block.fields} picture={block.picture} />
                  <span className={styles.label}>{block.label}</span>
                </button>
              ))}
            </div>
          </div>
        ))}
        {groups.length === 0 && <p className={styles.none}>{said.noBlocks}</p>}
      </div>
    </div>
  )
}

function stepOf(key: string, isRightToLeft: boolean, isInList: boolean): number {
  if (key === 'ArrowDown') return 1
  if (key === 'ArrowUp') return isInList ? -1 : 0
  if (!isInList) return 0
  if (key === 'ArrowRight') return isRightToLeft ? -1 : 1
  if (key === 'ArrowLeft') return isRightToLeft ? 1 : -1
  return 0
}
