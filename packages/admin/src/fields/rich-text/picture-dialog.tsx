import type { Editor } from '@tiptap/core'
import { type SyntheticEvent, useId, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Input, Labelled } from '../../design/input.tsx'
import { richTextWords } from '../../words/rich-text.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './rich-text.module.css'

/** Limit of the service. */
const LONGEST = 1000

export function PictureDialog({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const said = useWords(richTextWords)
  const { cancel } = useWords(sharedWords)
  const form = useId()
  const present = editor.getAttributes('image')
  const [alt, setAlt] = useState(String(present['alt'] ?? ''))
  const [caption, setCaption] = useState(String(present['caption'] ?? ''))

  function set(event: SyntheticEvent): void {
    event.preventDefault()
    editor
      .chain()
      .focus()
      .updateAttributes('image', { alt: alt.trim() || null, caption: caption.trim() || null })
      .run()
    onClose()
  }

  return (
    <Dialog
      open
      title={said.describePicture}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" form={form}>
            {said.setPicture}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.linkForm} onSubmit={set}>
        <Labelled label={said.alt} hint={said.altHint}>
          {(described) => (
            <Input {...described} value={alt} maxLength={LONGEST} onChange={(event) => setAlt(event.target.value)} />
          )}
        </Labelled>
        <Labelled label={said.caption} hint={said.captionHint}>
          {(described) => (
            <Input
              {...described}
              value={caption}
              maxLength={LONGEST}
              onChange={(event) => setCaption(event.target.value)}
            />
          )}
        </Labelled>
      </form>
    </Dialog>
  )
}
