import { useState } from 'react'
import type { FieldSchema } from '../../data/schema.ts'
import { Dialog } from '../../design/dialog.tsx'
import type { FormModel } from '../../fields/contract.ts'
import { asRecord } from '../../data/members.ts'
import { SectionList } from '../../fields/section-list.tsx'
import { rowWords } from '../../words/rows.ts'
import { useWords } from '../../words/use-words.ts'
import { outlineOf } from './outline.ts'

interface OutlinePanelProps {
  readonly fields: readonly FieldSchema[]
  readonly model: FormModel
  readonly onGo: (path: string) => void
  readonly onClose: () => void
  readonly takeLetters: () => string
}

/** Searchable list of all sections of a document, nested. */
export function OutlinePanel({ fields, model, onGo, onClose, takeLetters }: OutlinePanelProps) {
  const said = useWords(rowWords)
  // Computed once: the document can't be edited while this is open.
  const [entries] = useState(() => outlineOf(fields, asRecord(model.at([]))))
  return (
    <Dialog open onClose={onClose} title={said.goTo}>
      <SectionList
        label={said.goTo}
        entries={entries}
        takeLetters={takeLetters}
        onChoose={({ path }) => {
          onClose()
          // After the dialog has returned the focus.
          setTimeout(() => onGo(path))
        }}
      />
    </Dialog>
  )
}
