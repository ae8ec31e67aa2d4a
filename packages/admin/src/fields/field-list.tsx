import { isShown } from '@quirecms/core/show-if'
import type { FieldSchema } from '../data/schema.ts'
import type { FormContext } from './contract.ts'
import styles from './field-list.module.css'
import { FieldRow } from './field-row.tsx'

interface FieldListProps {
  readonly fields: readonly FieldSchema[]
  /** The object that holds the fields' values: a document, a group, a row. */
  readonly values: Readonly<Record<string, unknown>>
  readonly onChange: (name: string, value: unknown) => void
  readonly form: FormContext
  /** Where the object is in the document, with indexes: `sections.0`. Empty at the top. */
  readonly path?: string
  readonly isMargin?: boolean
}

/** Fields one below the other, as their `admin` options say. Documents, groups and rows are all made of these. */
export function FieldList({ fields, values, onChange, form, path = '', isMargin = false }: FieldListProps) {
  return (
    <div className={`${styles.list} ${isMargin ? styles.margin : ''}`}>
      {fields
        .filter(({ admin }) => !admin?.hidden && isShown(admin?.showIf, values))
        .map((field) => (
          <FieldRow
            key={field.name}
            field={field}
            value={values[field.name]}
            path={path === '' ? field.name : `${path}.${field.name}`}
            onChange={(value) => onChange(field.name, value)}
            form={form}
          />
        ))}
    </div>
  )
}
