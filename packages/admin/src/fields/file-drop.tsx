import { Images, Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { inputWords } from '../words/fields.ts'
import { useWords } from '../words/use-words.ts'
import type { Described } from './contract.ts'
import styles from './upload.module.css'

interface FileDropProps {
  /** Label of the field, part of the button's accessible name. */
  readonly label: string
  readonly described: Described
  readonly accept: readonly string[] | undefined
  readonly many: boolean
  readonly isSmall: boolean
  readonly progress: number | undefined
  readonly mayUpload: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly onPick: () => void
}

/** Drop area for files, with buttons. */
export function FileDrop(props: FileDropProps) {
  const { label, described, accept, many, isSmall, progress, mayUpload, onFiles, onPick } = props
  const said = useWords(inputWords)
  const [isOver, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)

  function onDrop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    if (mayUpload) onFiles([...event.dataTransfer.files])
  }

  return (
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      data-small={isSmall || undefined}
      onDragOver={(event) => {
        if (!mayUpload || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {progress === undefined ? (
        <>
          {mayUpload && !isSmall && <span className={styles.hint}>{said.dropHere}</span>}
          {mayUpload && (
            <Button small kind="outline" onClick={() => chooser.current?.click()}>
              <Icon of={Upload} size={14} />
              {said.chooseFile}
            </Button>
          )}
          <Button small kind="outline" {...described} aria-label={`${label}: ${said.pick}`} onClick={onPick}>
            <Icon of={Images} size={14} />
            {said.pick}
          </Button>
        </>
      ) : (
        <span role="status" className={styles.hint}>
          <progress className={styles.progress} value={progress} aria-label={said.chooseFile} />
          {said.uploading({ percent: `${Math.round(progress * 100)} %` })}
        </span>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        multiple={many}
        accept={accept?.join(',')}
        aria-label={said.chooseFile}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}
