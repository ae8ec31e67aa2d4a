import { labelOf } from '../data/entities.ts'
import { GroupDiff } from './diff/lazy-diffs.ts'
import type { CellProps, FieldType, InputProps } from './contract.ts'
import { FieldList } from './field-list.tsx'
import fieldStyles from './fields.module.css'
import styles from './group.module.css'
import { asRecord, writableOf } from './members.ts'
import { summaryOf } from './summary.ts'

/** An object of fields, which stand together under its name. */
export const group: FieldType = {
  name: 'group',
  Input: GroupInput,
  Cell: GroupCell,
  Diff: GroupDiff,
  text: (value, field) => summaryOf(field.fields ?? [], asRecord(value)),
  width: 220,
  ownLabel: true,
}

function GroupInput({ field, value, onChange, path, form, isReadOnly, described }: InputProps) {
  const fields = field.fields ?? []
  return (
    <fieldset className={styles.group} id={described.id} aria-describedby={described['aria-describedby']}>
      <legend className={styles.legend}>{labelOf(field)}</legend>
      <FieldList
        fields={fields}
        values={asRecord(value)}
        path={path}
        onChange={(name, next) => onChange({ ...writableOf(fields, asRecord(value)), [name]: next })}
        form={isReadOnly === form.isReadOnly ? form : { ...form, isReadOnly }}
      />
    </fieldset>
  )
}

function GroupCell({ field, value }: CellProps) {
  return <span className={fieldStyles.plain}>{summaryOf(field.fields ?? [], asRecord(value))}</span>
}
