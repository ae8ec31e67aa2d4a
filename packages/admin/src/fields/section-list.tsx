import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import { useFormats } from '../words/formats.ts'
import { rowWords } from '../words/rows.ts'
import { useWords } from '../words/use-words.ts'
import { matchingEntries, type SectionEntry } from './section-entries.ts'
import styles from './section-list.module.css'

interface SectionListProps<Entry extends SectionEntry> {
  readonly label: string
  readonly entries: readonly Entry[]
  readonly onChoose: (entry: Entry) => void
  /** Letters typed before the input had the focus. */
  readonly takeLetters: () => string
}

/** Sections by their names, with a search: to choose one. */
export function SectionList<Entry extends SectionEntry>({
  label,
  entries,
  onChoose,
  takeLetters,
}: SectionListProps<Entry>) {
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
      <Autocomplete.Input
        className={styles.input}
        placeholder={said.searchOutline}
        aria-label={said.searchOutline}
        onFocus={() => {
          const early = takeLetters()
          if (early !== '') setText(early)
        }}
      />
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
