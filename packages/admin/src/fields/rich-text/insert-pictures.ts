import type { Editor } from '@tiptap/core'

/** Files, as the text shows them, at the cursor. */
export function insertPictures(editor: Editor, docs: readonly Readonly<Record<string, unknown>>[]): void {
  // Whoever has left the page meanwhile finds them among the files.
  if (editor.isDestroyed) return
  const images = docs.map(({ url, alt }) => ({
    type: 'image',
    attrs: { src: String(url), ...(typeof alt === 'string' && { alt }) },
  }))
  editor.chain().focus().insertContent(images).run()
}
