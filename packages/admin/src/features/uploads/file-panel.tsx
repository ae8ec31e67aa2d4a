import { ExternalLink, RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Doc } from '../../data/document.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { type Frame, useChangeFrame, useReplaceFile } from './use-files.ts'
import { Button, buttonClass } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { useFormats } from '../../words/formats.ts'
import type { DocumentContext } from '../../screens/feature.ts'
import { isolated } from '../../words/isolated.ts'
import { mediaWords } from './words.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './file-panel.module.css'
import { FrameEditor } from './frame-editor.tsx'
import { frameOf } from './frame.ts'
import { ImageSizes } from './image-sizes.tsx'

interface PanelProps {
  readonly entity: EntitySchema
  readonly doc: Doc
  readonly mayChange: boolean
  /** The document as it is after the file or its frame changed. */
  readonly onChanged: (doc: Doc) => void
}

/** The file of a document: what it is, how it is cut, and another one in its place. */
export function FilePanel({ place: { entity }, form, mayWrite }: DocumentContext) {
  return form.stored && <Panel entity={entity} doc={form.stored} mayChange={mayWrite} onChanged={form.accept} />
}

function Panel({ entity, doc, mayChange, onChanged }: PanelProps) {
  const said = useWords(mediaWords)
  const { bytes } = useFormats()
  const { url, mimeType, filesize, width, height } = doc
  const isImage = typeof width === 'number' && typeof height === 'number'
  const facts = [mimeType, isImage && said.pixels({ width, height }), typeof filesize === 'number' && bytes(filesize)]
  return (
    <section className={styles.panel} aria-label={said.file}>
      {isImage && typeof url === 'string' && (
        // The key resets the crop for another file.
        <Framed key={url} entity={entity} doc={doc} src={url} mayChange={mayChange} onChanged={onChanged} />
      )}
      <div className={styles.line}>
        <span className={styles.facts}>{facts.filter(Boolean).map(String).map(isolated).join(' · ')}</span>
        {typeof url === 'string' && (
          <a className={buttonClass('plain', true)} href={url} target="_blank" rel="noreferrer">
            <Icon of={ExternalLink} size={14} />
            {said.download}
          </a>
        )}
        {mayChange && <Replace entity={entity} doc={doc} onChanged={onChanged} />}
      </div>
    </section>
  )
}

function Framed({ entity, doc, src, mayChange, onChanged }: PanelProps & { readonly src: string }) {
  const said = useWords(mediaWords)
  const errors = useWords(errorWords)
  const { cancel } = useWords(sharedWords)
  const kept = frameOf(doc)
  const [edited, setFrame] = useState<Frame>()
  const changing = useChangeFrame(entity.slug, doc.id)
  const frame = edited ?? kept

  const keep = () =>
    changing.mutate(
      { frame, ifMatch: doc.revision },
      {
        onSuccess: (next) => {
          setFrame(undefined)
          onChanged(next)
          toast(said.frameKept)
        },
        onError: (error) => toastError(explain(error, errors)),
      },
    )
  if (!mayChange) return <img className={styles.image} src={src} alt="" />
  return (
    <>
      <FrameEditor src={src} frame={frame} onChange={setFrame} />
      <div className={styles.line}>
        <span className={styles.hint}>{said.frameHint}</span>
        {frame.crop && (
          <Button small onClick={() => setFrame({ ...frame, crop: null })}>
            {said.wholePicture}
          </Button>
        )}
        {edited && (
          <>
            <Button small onClick={() => setFrame(undefined)}>
              {cancel}
            </Button>
            <Button small kind="outline" disabled={changing.isPending} onClick={keep}>
              {said.keepFrame}
            </Button>
          </>
        )}
      </div>
      <ImageSizes doc={doc} src={src} kept={kept} frame={edited} />
    </>
  )
}

function Replace({ entity, doc, onChanged }: Pick<PanelProps, 'entity' | 'doc' | 'onChanged'>) {
  const said = useWords(mediaWords)
  const errors = useWords(errorWords)
  const chooser = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number>()
  const replacing = useReplaceFile(entity.slug, doc.id)

  const replace = (file: File) =>
    replacing.mutate(
      { file, ifMatch: doc.revision, onProgress: setProgress },
      {
        onSuccess: (next) => {
          onChanged(next)
          toast(said.replaced)
        },
        onError: (error) => toastError(file.name, explain(error, errors)),
        onSettled: () => setProgress(undefined),
      },
    )
  return (
    <>
      <input
        ref={chooser}
        type="file"
        tabIndex={-1}
        aria-label={said.replace}
        className={styles.chooser}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) replace(file)
          target.value = ''
        }}
      />
      <Button small disabled={replacing.isPending} onClick={() => chooser.current?.click()}>
        <Icon of={RefreshCw} size={14} />
        {said.replace}
      </Button>
      {progress !== undefined && <progress value={progress} aria-label={said.replace} />}
    </>
  )
}
