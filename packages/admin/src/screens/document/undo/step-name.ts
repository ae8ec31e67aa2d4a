import { typeOfValue } from '../../../fields/known-types.ts'
import { labelOf } from '../../../data/entities.ts'
import type { FieldSchema } from '../../../data/schema.ts'
import { rowName } from '../../../fields/row-name.ts'
import type { rowWords } from '../../../words/rows.ts'
import type { undoWords } from '../../../words/document.ts'
import type { useWords } from '../../../words/use-words.ts'
import type { UndoStep } from './undo-history.ts'

type UndoTexts = ReturnType<typeof useWords<typeof undoWords.english>>
type SaidOfRows = ReturnType<typeof useWords<typeof rowWords.english>>

const OF_SECTIONS = { added: 'addedSection', removed: 'removedSection', moved: 'movedSection' } as const
const OF_ROWS = { added: 'addedRow', removed: 'removedRow', moved: 'movedRow' } as const

/** Completes "Undo …": "remove section", "typing in Title". */
export function stepName({ name, deed, changes }: UndoStep, fields: readonly FieldSchema[], said: UndoTexts): string {
  if (name !== undefined) return name
  const { kind, field } = deed
  const count = Object.keys(changes).length
  if (count > 1 || !field) {
    const only = fields.find((one) => one.name === Object.keys(changes)[0])
    return count === 1 && only ? said.changed({ field: labelOf(only) }) : said.changedMany({ count })
  }
  const label = labelOf(field)
  // Focal points and crops are dragged, not typed.
  if (kind === 'typed' && !typeOfValue(field).isDragged && !field.readOnly) return said.typed({ field: label })
  if (kind === 'typed' || kind === 'changed') return said.changed({ field: label })
  const rows = deed.rows.length
  return field.blocks ? said[OF_SECTIONS[kind]]({ count: rows }) : said[OF_ROWS[kind]]({ count: rows, field: label })
}

export function removalText({ deed }: UndoStep, said: UndoTexts, ofRows: SaidOfRows): string | undefined {
  const { kind, field, rows } = deed
  const [row] = rows
  if (kind !== 'removed' || !field || !row) return undefined
  if (rows.length > 1)
    return field.blocks ? said.sectionsGone({ count: rows.length }) : said.rowsGone({ count: rows.length })
  return said.removed({ name: rowName(field, row, ofRows.row({ number: '' }).trim()) })
}
