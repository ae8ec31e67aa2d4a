import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { labelOf } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Labelled, Select } from '../../design/input.tsx'
import { richTextWords } from '../../words/rich-text.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { DocumentPicker } from '../document-picker.tsx'
import type { Target } from '../relationship-value.ts'
import styles from './rich-text.module.css'

interface EmbedDialogProps {
  readonly editor: Editor
  readonly field: FieldSchema
  readonly collections: readonly EntitySchema[]
  readonly onClose: () => void
}

/** Which document stands in the text. */
export function EmbedDialog({ editor, field, collections, onClose }: EmbedDialogProps) {
  const said = useWords(richTextWords)
  const { cancel } = useWords(sharedWords)
  const [slug, setSlug] = useState(collections[0]?.slug ?? '')
  const [target, setTarget] = useState<Target>()

  function insert(): void {
    if (!target) return
    const attrs = { relationTo: target.collection, value: target.id }
    editor.chain().focus().insertContent({ type: 'document', attrs }).run()
    onClose()
  }

  return (
    <Dialog
      open
      title={said.embed}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" disabled={!target} onClick={insert}>
            {said.setEmbed}
          </Button>
        </>
      }
    >
      <Labelled label={said.collection}>
        {(described) => (
          <div className={styles.documentRow}>
            <Select
              aria-label={said.collection}
              value={slug}
              options={collections.map((entity) => ({ value: entity.slug, label: labelOf(entity) }))}
              onChange={(next) => {
                setSlug(next)
                setTarget(undefined)
              }}
            />
            <DocumentPicker
              described={described}
              field={{ ...field, to: slug, many: false }}
              targets={target ? [target] : []}
              isReadOnly={false}
              onChange={([next]) => setTarget(next)}
            />
          </div>
        )}
      </Labelled>
    </Dialog>
  )
}
