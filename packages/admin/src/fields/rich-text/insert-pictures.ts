import type { Editor } from '@tiptap/core'
import type { FieldSchema } from '../../data/schema.ts'
import { allowsNode } from './allowed-content.ts'

type FileDoc = Readonly<Record<string, unknown>>

/** Inserts files of a collection as pictures. The text references them, so later changes of the files appear. */
export function insertPictures(editor: Editor, slug: string, docs: readonly FileDoc[], place: number): void {
  // The editor has closed; the uploaded files remain in their collection.
  if (editor.isDestroyed) return
  editor.commands.insertContentAt(place, imagesOf(slug, docs), { updateSelection: false })
}

function imagesOf(slug: string, docs: readonly FileDoc[]) {
  return docs.map(({ id, url, alt }) => ({
    type: 'image',
    attrs: { relationTo: slug, value: String(id), src: String(url), ...(typeof alt === 'string' && { alt }) },
  }))
}

/** Inserts a file at the cursor: a picture where allowed, otherwise a card. */
export function insertFile(editor: Editor, field: FieldSchema, slug: string, doc: FileDoc): void {
  const isPicture = typeof doc['mimeType'] === 'string' && doc['mimeType'].startsWith('image/')
  const shown =
    isPicture && allowsNode(field, 'image')
      ? imagesOf(slug, [doc])
      : { type: 'document', attrs: { relationTo: slug, value: String(doc['id']) } }
  editor.chain().focus().insertContent(shown).run()
}
