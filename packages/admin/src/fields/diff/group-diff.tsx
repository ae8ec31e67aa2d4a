import { labelOf } from '../../data/entities.ts'
import type { FieldSchema } from '../../data/schema.ts'
import type { DiffProps } from '../contract.ts'
import { asRecord, type Members } from '../members.ts'
import { ValueDiff } from '../value-diff.tsx'
import styles from './diff.module.css'
import { sameValue } from './same-value.ts'

export function GroupDiff({ field, before, after }: DiffProps) {
  return <MembersDiff fields={field.fields ?? []} before={asRecord(before)} after={asRecord(after)} />
}

interface MembersDiffProps {
  readonly fields: readonly FieldSchema[]
  readonly before: Members
  readonly after: Members
}

export function MembersDiff({ fields, before, after }: MembersDiffProps) {
  const changed = fields.filter(({ name }) => !sameValue(before[name], after[name]))
  return (
    <dl className={styles.members}>
      {changed.map((field) => (
        <div key={field.name}>
          <dt>{labelOf(field)}</dt>
          <dd>
            <ValueDiff field={field} before={before[field.name]} after={after[field.name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
