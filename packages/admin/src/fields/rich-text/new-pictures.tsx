import type { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent } from 'react'
import { isUpload } from '../../data/entities.ts'
import { useRightsOf } from '../../data/use-rights.ts'
import { may } from '../../data/use-documents.ts'
import { useSchema } from '../../data/use-session.ts'
import { toastError } from '../../design/toasts.tsx'
import { inputWords } from '../../words/field-inputs.ts'
import { richTextWords } from '../../words/rich-text.ts'
import { useWords } from '../../words/use-words.ts'
import { useStoreFiles } from '../use-store-files.tsx'
import { followPlace } from './follow-place.ts'
import { insertPictures } from './insert-pictures.ts'
import { picturesIn } from './pictures-in.ts'
import { useEditorElement } from './use-editor-element.ts'

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
