import type { Editor } from '@tiptap/core'

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
