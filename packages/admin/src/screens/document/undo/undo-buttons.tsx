import { Redo2, Undo2 } from 'lucide-react'
import type { FieldSchema } from '../../../data/schema.ts'
import { IconButton } from '../../../design/button.tsx'
import { Icon } from '../../../design/icon.tsx'
import { useFormats } from '../../../words/formats.ts'
import { undoWords } from '../../../words/document.ts'
import { useWords } from '../../../words/use-words.ts'
import { stepName } from './step-name.ts'
import styles from './undo-buttons.module.css'
import type { Undo } from './use-undo.ts'

interface UndoButtonsProps {
  readonly undo: Undo
  readonly fields: readonly FieldSchema[]
}

/** Undo and redo buttons, named after their step. Without a step they are disabled but keep the focus. */
export function UndoButtons({ undo: { undo, redo, undoable, redoable }, fields }: UndoButtonsProps) {
  const said = useWords(undoWords)
  const formats = useFormats()
  const name = ({ step, locale }: NonNullable<typeof undoable>) =>
    locale === undefined ? stepName(step, fields, said) : `${stepName(step, fields, said)} (${formats.locale(locale)})`
  return (
    <span className={styles.pair}>
      <IconButton
        label={undo && undoable ? said.undo({ what: name(undoable) }) : said.nothing}
        aria-disabled={undo === undefined}
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={undo}
      >
        <Icon of={Undo2} />
      </IconButton>
      <IconButton
        label={redo && redoable ? said.redo({ what: name(redoable) }) : said.nothingToRedo}
        aria-disabled={redo === undefined}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z Control+Y"
        onClick={redo}
      >
        <Icon of={Redo2} />
      </IconButton>
    </span>
  )
}
