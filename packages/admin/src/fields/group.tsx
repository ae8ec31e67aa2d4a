import { labelOf } from '../data/entities.ts'
import { GroupDiff } from './diff/lazy-diffs.ts'
import type { CellProps, FieldType, InputProps } from './contract.ts'
import { FieldList } from './field-list.tsx'
import fieldStyles from './fields.module.css'
import { following } from './form-model.ts'
import styles from './group.module.css'
import { asRecord } from '../data/members.ts'
import { summaryOf } from './summary.ts'
import { useInnerForm } from './use-model.ts'

export const group: FieldType = {
  name: 'group',
  Input: following(GroupInput),
  Cell: GroupCell,
  Diff: GroupDiff,
  text: (value, field) => summaryOf(field.fields ?? [], asRecord(value)),
  width: 220,
  ownLabel: true,
}

function GroupInput(props: InputProps) {
  const { field, path, described } = props
  const form = useInnerForm(props)
  return (
    <fieldset className={styles.group} id={described.id} aria-describedby={described['aria-describedby']}>
      <legend className={styles.legend}>{labelOf(field)}</legend>
      <FieldList fields={field.fields ?? []} path={path} form={form} />
    </fieldset>
  )
}

function GroupCell({ field, value }: CellProps) {
  return <span className={fieldStyles.plain}>{summaryOf(field.fields ?? [], asRecord(value))}</span>
}
