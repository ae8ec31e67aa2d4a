import type { Editor } from '@tiptap/core'
import type { FieldSchema } from '../../data/schema.ts'
import { allowsNode } from './allowed-content.ts'

/** Files of a collection, as the text shows them, at the cursor. The text names them, and so shows what becomes of them. */
export function insertPictures(editor: Editor, slug: string, docs: readonly Readonly<Record<string, unknown>>[]): void {
  // Whoever has left the page meanwhile finds them among the files.
  if (editor.isDestroyed) return
  const images = docs.map(({ id, url, alt }) => ({
    type: 'image',
    attrs: { relationTo: slug, value: String(id), src: String(url), ...(typeof alt === 'string' && { alt }) },
  }))
  editor.chain().focus().insertContent(images).run()
}

/** A file at the cursor: a picture is shown as one where the text may hold pictures, everything else stands there as a card. */
export function insertFile(
  editor: Editor,
  field: FieldSchema,
  slug: string,
  doc: Readonly<Record<string, unknown>>,
): void {
  const isPicture = typeof doc['mimeType'] === 'string' && doc['mimeType'].startsWith('image/')
  if (isPicture && allowsNode(field, 'image')) return insertPictures(editor, slug, [doc])
  const attrs = { relationTo: slug, value: String(doc['id']) }
  editor.chain().focus().insertContent({ type: 'document', attrs }).run()
}
