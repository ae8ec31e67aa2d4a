import type { Editor } from '@tiptap/core'
import type { FieldSchema } from '../../data/schema.ts'
import { allowsNode } from './allowed-content.ts'

type FileDoc = Readonly<Record<string, unknown>>

/** Files of a collection, as the text shows them. The text names them, and so shows what becomes of them. */
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

/**
 * A file at the cursor: a picture is shown as one where the text may hold pictures, everything else stands there as a
 * card.
 */
export function insertFile(editor: Editor, field: FieldSchema, slug: string, doc: FileDoc): void {
  const isPicture = typeof doc['mimeType'] === 'string' && doc['mimeType'].startsWith('image/')
  const shown =
    isPicture && allowsNode(field, 'image')
      ? imagesOf(slug, [doc])
      : { type: 'document', attrs: { relationTo: slug, value: String(doc['id']) } }
  editor.chain().focus().insertContent(shown).run()
}
