import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { ListOptions } from '../../data/client.ts'
import type { Input } from '../../data/document.ts'
import { labelOf } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'
import { useAccess } from '../../data/use-documents.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Icon } from '../../design/icon.tsx'
import { Labelled, Select } from '../../design/input.tsx'
import { SingleField } from '../../fields/single-field.tsx'
import { listWords } from '../../words/list.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './bulk-edit.module.css'
import { BulkPreview } from './bulk-preview.tsx'
import { type Choice, countOf } from './choice.ts'
import { useBulkPreview } from './use-bulk-preview.ts'

interface BulkEditProps {
  readonly entity: EntitySchema
  readonly scope: ListOptions
  readonly choice: Choice
  readonly locale: string | undefined
  readonly onClose: () => void
  readonly onApply: (choice: Choice, data: Input) => void
}

type Change = readonly [name: string, value: unknown]

/** Some fields with one value each for all that is selected. What changes where is shown before anything does. */
export function BulkEdit({ entity, scope, choice, locale, onClose, onApply }: BulkEditProps) {
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
  const [changes, setChanges] = useState<readonly Change[]>(fields.slice(0, 1).map(({ name }) => [name, null]))
  const [isPreviewed, setPreviewed] = useState(false)
  const chosen = changes.flatMap(([name]) => fields.find((field) => field.name === name) ?? [])
  const preview = useBulkPreview(
    { entity, scope, choice, locale, fields: chosen, data: Object.fromEntries(changes) },
    isPreviewed,
  )
  const left = fields.filter(({ name }) => !changes.some(([one]) => one === name))
  const changed = preview?.changed
  return (
    <Dialog
      open
      onClose={onClose}
      kind={isPreviewed ? 'wide' : 'dialog'}
      title={said.editTitle({ count: countOf(choice) })}
      actions={
        isPreviewed ? (
          <>
            <Button onClick={() => setPreviewed(false)}>{said.editBack}</Button>
            <Button
              kind="primary"
              disabled={changed === undefined || countOf(changed) === 0}
              onClick={() => changed && onApply(changed, Object.fromEntries(changes))}
            >
              {apply}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{cancel}</Button>
            <Button kind="primary" disabled={chosen.length === 0} onClick={() => setPreviewed(true)}>
              {said.editPreview}
            </Button>
          </>
        )
      }
    >
      {isPreviewed ? (
        <BulkPreview entity={entity} fields={chosen} preview={preview} data={Object.fromEntries(changes)} />
      ) : (
        <div className={styles.form}>
          {changes.map(([name, value], index) => (
            <ChangedField
              key={name}
              entity={entity}
              field={fields.find((field) => field.name === name)}
              others={left}
              value={value}
              locale={locale}
              onChoose={(next) => setChanges(changes.with(index, [next, null]))}
              onChange={(next) => setChanges(changes.with(index, [name, next]))}
              onRemove={changes.length > 1 ? () => setChanges(changes.toSpliced(index, 1)) : undefined}
            />
          ))}
          {left[0] && (
            <div>
              <Button small onClick={() => setChanges([...changes, [left[0]?.name ?? '', null]])}>
                <Icon of={Plus} size={14} />
                {said.editAdd}
              </Button>
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}

interface ChangedFieldProps {
  readonly entity: EntitySchema
  readonly field: FieldSchema | undefined
  /** What is not changed yet. */
  readonly others: readonly FieldSchema[]
  readonly value: unknown
  readonly locale: string | undefined
  readonly onChoose: (name: string) => void
  readonly onChange: (value: unknown) => void
  readonly onRemove: (() => void) | undefined
}

/** Which field, and its new value. */
function ChangedField({ entity, field, others, value, locale, onChoose, onChange, onRemove }: ChangedFieldProps) {
  const said = useWords(listWords)
  if (!field) return null
  return (
    <div className={styles.change}>
      <div className={styles.choice}>
        <Labelled label={said.editField}>
          {(described) => (
            <Select
              {...described}
              value={field.name}
              options={[field, ...others].map((one) => ({ value: one.name, label: labelOf(one) }))}
              onChange={onChoose}
            />
          )}
        </Labelled>
        {onRemove && (
          <IconButton label={said.editRemove({ field: labelOf(field) })} onClick={onRemove}>
            <Icon of={X} size={14} />
          </IconButton>
        )}
      </div>
      <SingleField field={field} entity={entity} value={value} onChange={onChange} locale={locale} />
    </div>
  )
}
