import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Labelled } from '../../design/input.tsx'
import { richTextWords } from '../../words/rich-text.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import type { RelationshipTarget } from '../relationship-value.ts'
import { ChooseDocument } from './choose-document.tsx'

export interface EmbedDialogProps {
  readonly editor: Editor
  readonly field: FieldSchema
  readonly collections: readonly EntitySchema[]
  /** Where to put it: between paragraphs, within the line, or in place of the node at a position. */
  readonly at: 'block' | 'inline' | { readonly position: number }
  readonly onClose: () => void
}

export function EmbedDialog({ editor, field, collections, at, onClose }: EmbedDialogProps) {
  const said = useWords(richTextWords)
  const { cancel } = useWords(sharedWords)
  const [slug, setSlug] = useState(collections[0]?.slug ?? '')
  const [target, setTarget] = useState<RelationshipTarget>()

  function insert(): void {
    if (!target) return
    const attrs = { relationTo: target.collection, value: target.id }
    if (typeof at === 'object') {
      const { position } = at
      const kept = editor.state.doc.nodeAt(position)?.attrs
      if (kept) editor.view.dispatch(editor.state.tr.setNodeMarkup(position, undefined, { ...kept, ...attrs }))
    } else {
      const type = at === 'inline' ? 'documentInline' : 'document'
      editor.chain().focus().insertContent({ type, attrs }).run()
    }
    onClose()
  }

  function choose(collection: string, next: RelationshipTarget | undefined): void {
    setSlug(collection)
    setTarget(next)
  }

  return (
    <Dialog
      open
      title={at === 'inline' ? said.embedInline : said.embed}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" disabled={!target} onClick={insert}>
            {typeof at === 'object' ? said.replaceEmbed : said.setEmbed}
          </Button>
        </>
      }
    >
      <Labelled label={said.collection}>
        {(described) => (
          <ChooseDocument
            described={described}
            field={field}
            collections={collections}
            slug={slug}
            target={target}
            onChange={choose}
          />
        )}
      </Labelled>
    </Dialog>
  )
}
