import { isShown } from '@quirecms/core/show-if'
import { useMemo } from 'react'
import type { FieldSchema } from '../data/schema.ts'
import styles from './field-list.module.css'
import { FieldRow } from './field-row.tsx'
import { type FollowedForm, keysOf } from './form-model.ts'
import { asRecord } from '../data/members.ts'
import { useSelected } from './use-model.ts'

interface FieldListProps {
  readonly fields: readonly FieldSchema[]
  readonly form: FollowedForm
  /** Path of the object with the fields' values: `sections.0`. Empty for the document. */
  readonly path?: string
  readonly isMargin?: boolean
}

/** A column of fields, by their `admin` options. Documents, groups and rows use it. */
export function FieldList({ fields, form, path = '', isMargin = false }: FieldListProps) {
  const keys = useMemo(() => keysOf(path), [path])
  const shown = useSelected(form.model, () => namesShown(fields, form.model.at(keys))).split(' ')
  return (
    <div className={`${styles.list} ${isMargin ? styles.margin : ''}`}>
      {fields
        .filter(({ name }) => shown.includes(name))
        .map((field) => (
          <FieldRow
            key={field.name}
            field={field}
            path={path === '' ? field.name : `${path}.${field.name}`}
            form={form}
          />
        ))}
    </div>
  )
}

/** As a string, so that the selector's result is stable while the same fields are shown. */
function namesShown(fields: readonly FieldSchema[], values: unknown): string {
  return fields
    .filter(({ admin }) => !admin?.hidden && isShown(admin?.showIf, asRecord(values)))
    .map(({ name }) => name)
    .join(' ')
}
