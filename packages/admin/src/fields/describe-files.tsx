import { X } from 'lucide-react'
import { type SyntheticEvent, useId, useState } from 'react'
import type { Input } from '../data/document.ts'
import type { EntitySchema } from '../data/schema.ts'
import { Button, IconButton } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Icon } from '../design/icon.tsx'
import { SingleField } from './field-row.tsx'
import { useFormats } from '../words/formats.ts'
import { inputWords } from '../words/fields.ts'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import { FilePicture } from './files-cell.tsx'
import styles from './files.module.css'
import { requiredFields } from './required-fields.ts'

interface DescribeFilesProps {
  readonly entity: EntitySchema
  readonly files: readonly File[]
  readonly onChange: (files: readonly File[]) => void
  readonly onStart: (files: readonly { readonly file: File; readonly data: Input }[]) => void
}

/** Asks for the required data of each file, such as its alternative text. */
export function DescribeFiles({ entity, files, onChange, onStart }: DescribeFilesProps) {
  const said = useWords(inputWords)
  const { cancel } = useWords(sharedWords)
  const { bytes } = useFormats()
  const form = useId()
  const fields = requiredFields(entity)
  const [values, setValues] = useState<ReadonlyMap<File, Readonly<Record<string, unknown>>>>(new Map())
  const valuesOf = (file: File) => values.get(file) ?? {}
  const isReady = files.every((file) => fields.every(({ name }) => (valuesOf(file)[name] ?? null) !== null))

  function onSubmit(event: SyntheticEvent): void {
    event.preventDefault()
    if (isReady) onStart(files.map((file) => ({ file, data: valuesOf(file) })))
  }

  return (
    <Dialog
      open
      isKept
      kind="wide"
      onClose={() => onChange([])}
      title={files.length === 1 ? said.describeOne : said.describe({ count: files.length })}
      actions={
        <>
          <Button onClick={() => onChange([])}>{cancel}</Button>
          <Button kind="primary" type="submit" form={form} disabled={!isReady}>
            {said.upload}
          </Button>
        </>
      }
    >
      <p>{said.describeText}</p>
      <form id={form} onSubmit={onSubmit}>
        {files.map((file, index) => (
          // Two files may have the same name, so the key includes the position.
          <fieldset key={`${index}-${file.name}`} className={styles.described}>
            <legend className={styles.hiddenText}>{file.name}</legend>
            <FilePicture file={file} />
            <div className={styles.fields}>
              <div className={styles.fileName}>
                {file.name} <span className={styles.note}>{bytes(file.size)}</span>
              </div>
              {fields.map((field) => (
                <SingleField
                  key={field.name}
                  field={field}
                  entity={entity}
                  value={valuesOf(file)[field.name]}
                  onChange={(value) => setValues(new Map(values).set(file, { ...valuesOf(file), [field.name]: value }))}
                />
              ))}
            </div>
            <IconButton
              small
              label={said.leaveOut({ name: file.name })}
              onClick={() => onChange(files.filter((one) => one !== file))}
            >
              <Icon of={X} size={14} />
            </IconButton>
          </fieldset>
        ))}
      </form>
    </Dialog>
  )
}
