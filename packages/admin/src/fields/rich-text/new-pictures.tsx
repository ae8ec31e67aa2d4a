import type { Editor, EditorEvents } from '@tiptap/core'
import { useEffect, useEffectEvent } from 'react'
import { isUpload } from '../../data/entities.ts'
import { useRightsOf } from '../../data/use-rights.ts'
import { may } from '../../data/use-documents.ts'
import { useSchema } from '../../data/use-session.ts'
import { toastError } from '../../design/toasts.tsx'
import { inputWords } from '../../words/fields.ts'
import { richTextWords } from '../../words/rich-text.ts'
import { useWords } from '../../words/use-words.ts'
import { useStoreFiles } from '../use-store-files.tsx'
import { useEditorElement } from './use-editor-element.ts'
import type { FieldSchema } from '../../data/schema.ts'
import { allowsNode } from './allowed-content.ts'
import { parsed } from './pasted/clean-pasted.ts'
import { fileOfPicture, isToBeSeen, picturesLeftOut } from './pasted/pasted-pictures.ts'

/** Uploads pasted and dropped pictures, and inserts them into the text. */
export function NewPictures({ editor }: { readonly editor: Editor }) {
  const said = useWords(richTextWords)
  const { uploading } = useWords(inputWords)
  const element = useEditorElement(editor)
  const files = Object.values(useSchema().collections).filter(isUpload)
  const access = useRightsOf(files.map(({ slug }) => slug))
  const shelf = files.find(({ slug }) => may(access[slug], 'create'))
  const { store, progress, question } = useStoreFiles(shelf?.slug ?? '')

  const onTransfer = useEffectEvent((event: Event, transfer: DataTransfer | null, place?: number) => {
    const { files: pictures, lost, isAll } = picturesIn(transfer)
    if (isAll) {
      event.preventDefault()
      event.stopPropagation()
      if (place !== undefined) editor.commands.setTextSelection(place)
    }
    // The text is pasted at once; uploaded pictures follow.
    if (lost > 0) toastError(said.picturesLost({ count: lost }), said.picturesLostHow)
    if (pictures.length === 0) return
    if (!shelf) {
      toastError(said.noUpload)
      return
    }
    const placeNow = followPlace(editor, editor.state.selection.to)
    store(pictures, (docs) => insertPictures(editor, shelf.slug, docs, placeNow()))
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => onTransfer(event, event.clipboardData)
    const onDrop = (event: DragEvent) =>
      onTransfer(event, event.dataTransfer, editor.view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos)
    // Capturing: this must run before the editor's own handler.
    element?.addEventListener('paste', onPaste, true)
    element?.addEventListener('drop', onDrop, true)
    return () => {
      element?.removeEventListener('paste', onPaste, true)
      element?.removeEventListener('drop', onDrop, true)
    }
  }, [editor, element])

  return (
    <>
      {progress !== undefined && <p role="status">{uploading({ percent: `${Math.round(progress * 100)} %` })}</p>}
      {question}
    </>
  )
}

type FileDoc = Readonly<Record<string, unknown>>

/** Inserts files of a collection as pictures. The text references them, so later changes of the files appear. */
function insertPictures(editor: Editor, slug: string, docs: readonly FileDoc[], place: number): void {
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

interface PicturesIn {
  readonly files: readonly File[]
  /** How many pictures only the source program can show. */
  readonly lost: number
  /** Whether there are only pictures, and no text to paste. */
  readonly isAll: boolean
}

/** Pictures of a paste or drop. If there is also text, files are ignored: office programs add a picture of the text. */
function picturesIn(transfer: DataTransfer | null): PicturesIn {
  const html = transfer?.getData('text/html') ?? ''
  const { body } = parsed(html)
  if (body.textContent.trim() === '') {
    const files = [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (files.length > 0) return { files, lost: 0, isAll: true }
  }
  if (html.includes('data-pm-slice')) return { files: [], lost: 0, isAll: false }
  const left = picturesLeftOut(body).filter(isToBeSeen)
  const files = left.flatMap((picture, index) => fileOfPicture(picture, index + 1) ?? [])
  return { files, lost: left.length - files.length, isAll: false }
}

/**
 * Tracks a position through edits, such as while a picture uploads. The returned function returns the current position
 * and stops tracking.
 */
function followPlace(editor: Editor, from: number): () => number {
  let place = from
  const follow = ({ transaction: { mapping } }: EditorEvents['transaction']) => {
    place = mapping.map(place)
  }
  editor.on('transaction', follow)
  return () => {
    editor.off('transaction', follow)
    return place
  }
}
