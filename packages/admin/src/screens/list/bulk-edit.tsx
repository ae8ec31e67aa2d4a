import { useState } from 'react'
import { labelOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useAccess } from '../../data/use-documents.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Labelled, Select } from '../../design/input.tsx'
import { SingleField } from '../../fields/single-field.tsx'
import { listWords } from '../../words/list.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './bulk-bar.module.css'

interface BulkEditProps {
  readonly entity: EntitySchema
  readonly count: number
  readonly locale: string | undefined
  readonly onClose: () => void
  readonly onApply: (data: object) => void
}

/** One field, one value, for all that is selected. */
export function BulkEdit({ entity, count, locale, onClose, onApply }: BulkEditProps) {
  const said = useWords(listWords)
  const { cancel, apply } = useWords(sharedWords)
  const access = useAccess(entity.slug)
  const fields = entity.fields.filter(
    (field) =>
      !field.readOnly &&
      !field.unique &&
      field.structure === 'value' &&
      access.data?.fields[field.path]?.update !== false,
  )
  const [name, setName] = useState(fields[0]?.name ?? '')
  const [value, setValue] = useState<unknown>(null)
  const field = fields.find((one) => one.name === name)
  return (
    <Dialog
      open
      onClose={onClose}
      title={said.editTitle({ count })}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" onClick={() => onApply({ [name]: value })}>
            {apply}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Labelled label={said.editField}>
          {(described) => (
            <Select
              {...described}
              value={name}
              options={fields.map((one) => ({ value: one.name, label: labelOf(one) }))}
              onChange={(next) => {
                setName(next)
                setValue(null)
              }}
            />
          )}
        </Labelled>
        {field && <SingleField field={field} entity={entity} value={value} onChange={setValue} locale={locale} />}
      </div>
    </Dialog>
  )
}
