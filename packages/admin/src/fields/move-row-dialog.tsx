import type { FieldSchema } from '../data/schema.ts'
import { Dialog } from '../design/dialog.tsx'
import { rowWords } from '../words/rows.ts'
import { useWords } from '../words/use-words.ts'
import { blockName, contentName } from './row-name.ts'
import type { Row } from './rows.ts'
import { SectionList } from './section-list.tsx'

interface MoveRowDialogProps {
  readonly field: FieldSchema
  readonly rows: readonly Row[]
  readonly id: string
  readonly name: string
  /** To the place of this index among the rows. */
  readonly onMove: (to: number) => void
  readonly onClose: () => void
  readonly takeLetters: () => string
}

/** Asks behind which row of its list a row goes, however far away that is. */
export function MoveRowDialog({ field, rows, id, name, onMove, onClose, takeLetters }: MoveRowDialogProps) {
  const said = useWords(rowWords)
  const from = rows.findIndex((row) => row.id === id)
  const others = rows.flatMap((row, index) => {
    if (index === from) return []
    const content = contentName(field, row)
    const kind = field.blocks ? blockName(field, String(row['blockType'])) : ''
    const entry = { path: row.id, level: 0, number: index + 1, within: '', kind, to: index < from ? index + 1 : index }
    return [{ ...entry, name: content || (kind === '' ? said.row({ number: index + 1 }) : '') }]
  })
  const start = { path: '', level: 0, number: 0, within: '', kind: said.toStart, name: '', to: 0 }
  return (
    <Dialog open onClose={onClose} title={said.moveAfter({ what: name })}>
      <SectionList
        label={said.moveAfter({ what: name })}
        entries={from === 0 ? others : [start, ...others]}
        takeLetters={takeLetters}
        onChoose={({ to }) => {
          onClose()
          onMove(to)
        }}
      />
    </Dialog>
  )
}
