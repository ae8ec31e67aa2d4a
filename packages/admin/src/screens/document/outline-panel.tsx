import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import type { FieldSchema } from '../../data/schema.ts'
import { Dialog } from '../../design/dialog.tsx'
import type { FormModel } from '../../fields/contract.ts'
import { asRecord } from '../../fields/members.ts'
import { useFormats } from '../../words/formats.ts'
import { rowWords } from '../../words/rows.ts'
import { useWords } from '../../words/use-words.ts'
import { matchingEntries, type OutlineEntry, outlineOf } from './outline.ts'
import styles from './outline-panel.module.css'

interface OutlinePanelProps {
  readonly fields: readonly FieldSchema[]
  readonly model: FormModel
  readonly onGo: (path: string) => void
  readonly onClose: () => void
}

/** Searchable list of all sections of a document, nested. */
export function OutlinePanel({ fields, model, onGo, onClose }: OutlinePanelProps) {
  const said = useWords(rowWords)
  const { number } = useFormats()
  // Computed once: the document can't be edited while this is open.
  const [entries] = useState(() => outlineOf(fields, asRecord(model.at([]))))
  const [text, setText] = useState('')
  const found = matchingEntries(entries, text)
  const isSearched = text.trim() !== ''
  return (
    <Dialog open onClose={onClose} title={said.goTo}>
      <Autocomplete.Root
        inline
        open
        mode="none"
        autoHighlight="always"
        keepHighlight
        items={found}
        itemToStringValue={({ name, kind }: OutlineEntry) => name || kind}
        value={text}
        onValueChange={(next, { reason }) => {
          if (reason !== 'item-press') setText(next)
        }}
      >
        <Autocomplete.Input className={styles.input} placeholder={said.searchOutline} aria-label={said.searchOutline} />
        <Autocomplete.Empty className={found.length === 0 ? styles.empty : ''}>
          {found.length === 0 && said.noBlocks}
        </Autocomplete.Empty>
        <Autocomplete.List className={styles.list} aria-label={said.goTo}>
          {(entry: OutlineEntry) => (
            <Autocomplete.Item
              key={entry.path}
              value={entry}
              className={styles.item}
              data-level={isSearched ? 0 : Math.min(entry.level, 4)}
              onClick={() => {
                onClose()
                // After the dialog has returned the focus.
                setTimeout(() => onGo(entry.path))
              }}
            >
              <span className={styles.number}>{number(entry.number)}</span>
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
    </Dialog>
  )
}
