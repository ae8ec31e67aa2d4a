import { ExternalLink, RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Doc } from '../../data/document.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { type Frame, useReplaceFile } from './use-files.ts'
import { Button, buttonClass } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { useFormats } from '../../words/formats.ts'
import type { DocumentForm } from '../../screens/document/use-document-form.ts'
import type { DocumentContext } from '../../screens/feature.ts'
import { isolated } from '../../words/direction.ts'
import { mediaWords } from './words.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './file-panel.module.css'
import { FrameEditor } from './frame-editor.tsx'
import { frameOf } from './frame.ts'
import { ImageSizes } from './image-sizes.tsx'

/** The file of a document: preview, crop, and replacement. */
export function FilePanel({ place: { entity }, form, mayWrite }: DocumentContext) {
  return form.stored && <Panel entity={entity} doc={form.stored} form={form} mayChange={mayWrite} />
}

interface PanelProps {
  readonly entity: EntitySchema
  readonly doc: Doc
  readonly form: DocumentForm
  readonly mayChange: boolean
}

function Panel({ entity, doc, form, mayChange }: PanelProps) {
  const said = useWords(mediaWords)
  const { bytes } = useFormats()
  const { url, mimeType, filesize, width, height } = doc
  const isImage = typeof width === 'number' && typeof height === 'number'
  const facts = [mimeType, isImage && said.pixels({ width, height }), typeof filesize === 'number' && bytes(filesize)]
  return (
    <section className={styles.panel} aria-label={said.file}>
      {isImage && typeof url === 'string' && <Framed doc={doc} form={form} src={url} mayChange={mayChange} />}
      <div className={styles.line}>
        <span className={styles.facts}>{facts.filter(Boolean).map(String).map(isolated).join(' · ')}</span>
        {typeof url === 'string' && (
          <a className={buttonClass('plain', true)} href={url} target="_blank" rel="noreferrer">
            <Icon of={ExternalLink} size={14} />
            {said.download}
          </a>
        )}
        {mayChange && <Replace entity={entity} doc={doc} form={form} />}
      </div>
    </section>
  )
}

interface FramedProps extends Omit<PanelProps, 'entity'> {
  readonly src: string
}

/** Crop and focal point are edits like those of other fields. */
function Framed({ doc, form, src, mayChange }: FramedProps) {
  const said = useWords(mediaWords)
  const kept = frameOf(doc)
  const frame = frameOf(form.values)
  const isEdited = Object.keys(frame).some((name) => Object.hasOwn(form.edits, name))
  const change = ({ focalPoint, crop }: Frame) =>
    form.change({
      values: { ...(focalPoint !== frame.focalPoint && { focalPoint }), ...(crop !== frame.crop && { crop }) },
    })
  if (!mayChange) return <img className={styles.image} src={src} alt="" />
  return (
    <>
      <FrameEditor src={src} frame={frame} onChange={change} />
      <div className={styles.line}>
        <span className={styles.hint}>{said.frameHint}</span>
        {frame.crop && (
          <Button small onClick={() => form.setValue('crop', null)}>
            {said.wholePicture}
          </Button>
        )}
      </div>
      <ImageSizes doc={doc} src={src} kept={kept} frame={isEdited ? frame : undefined} />
    </>
  )
}

function Replace({ entity, doc, form }: Pick<PanelProps, 'entity' | 'doc' | 'form'>) {
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
          form.accept(next)
          // The crop of the former file does not apply to the new one.
          form.change({ values: { ...frameOf(next) } })
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
