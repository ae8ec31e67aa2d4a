import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import { useFormats } from '../words/formats.ts'
import { rowWords } from '../words/rows.ts'
import { useWords } from '../words/use-words.ts'
import styles from './section-list.module.css'

/** A section, as it is known in a list. */
export interface SectionEntry {
  /** Unique in the list. */
  readonly path: string
  readonly level: number
  /** The type of a block, or the list that a row is in. */
  readonly kind: string
  /** What it holds, in a few words; may be empty. */
  readonly name: string
  /** Its place in its list, from 1. */
  readonly number: number
  /** What it is in is called so; empty at the top. */
  readonly within: string
}

interface SectionListProps<Entry extends SectionEntry> {
  readonly label: string
  readonly entries: readonly Entry[]
  readonly onChoose: (entry: Entry) => void
}

/** Sections by their names, with a search: to choose one. */
export function SectionList<Entry extends SectionEntry>({ label, entries, onChoose }: SectionListProps<Entry>) {
  const said = useWords(rowWords)
  const { number } = useFormats()
  const [text, setText] = useState('')
  const found = matchingEntries(entries, text)
  const isSearched = text.trim() !== ''
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      keepHighlight
      items={found}
      itemToStringValue={({ name, kind }: Entry) => name || kind}
      value={text}
      onValueChange={(next, { reason }) => {
        if (reason !== 'item-press') setText(next)
      }}
    >
      <Autocomplete.Input className={styles.input} placeholder={said.searchOutline} aria-label={said.searchOutline} />
      <Autocomplete.Empty className={found.length === 0 ? styles.empty : ''}>
        {found.length === 0 && said.noBlocks}
      </Autocomplete.Empty>
      <Autocomplete.List className={styles.list} aria-label={label}>
        {(entry: Entry) => (
          <Autocomplete.Item
            key={entry.path}
            value={entry}
            className={styles.item}
            data-level={isSearched ? 0 : Math.min(entry.level, 4)}
            onClick={() => onChoose(entry)}
          >
            <span className={styles.number}>{entry.number > 0 && number(entry.number)}</span>
            <span className={styles.kind}>{entry.kind}</span>
            <span className={styles.name} dir="auto">
              {entry.name}
            </span>
            {isSearched && entry.within !== '' && (
              <span className={styles.within} dir="auto">
                {entry.within}
              </span>
            )}
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}

/** Entries of which all words of a text are found. */
export function matchingEntries<Entry extends SectionEntry>(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries
  return entries.filter(({ kind, name, number }) => {
    const said = `${number} ${kind} ${name}`.toLocaleLowerCase()
    return words.every((word) => said.includes(word))
  })
}
