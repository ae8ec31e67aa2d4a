import { ArrowUpDown, Minus, Pencil, Plus } from 'lucide-react'
import type { FieldSchema } from '../../data/schema.ts'
import { Icon } from '../../design/icon.tsx'
import { diffWords } from '../../words/diff.ts'
import { rowWords } from '../../words/rows.ts'
import { useWords } from '../../words/use-words.ts'
import type { DiffProps } from '../contract.ts'
import { rowName } from '../row-name.ts'
import { fieldsOfRow } from '../rows.ts'
import { type ComparedRow, compareRows } from './compare-rows.ts'
import { labelOf } from '../../data/entities.ts'
import { asRecord, type Members } from '../../data/members.ts'
import { ValueDiff } from '../value-diff.tsx'
import { sameValue } from './same-value.ts'
import styles from './diff.module.css'

export function RowsDiff({ field, before, after, rowAction }: DiffProps) {
  return (
    <ol className={styles.rows}>
      {compareRows(before, after).map((row, index) => (
        <RowDiff key={index} field={field} row={row} index={index} {...(rowAction && { action: rowAction })} />
      ))}
    </ol>
  )
}

const ICONS = { added: Plus, removed: Minus, changed: Pencil, moved: ArrowUpDown }

interface RowDiffProps {
  readonly field: FieldSchema
  readonly row: ComparedRow
  readonly index: number
  readonly action?: DiffProps['rowAction']
}

/** A changed row: the kind of its change, its name, and the fields that differ. */
export function RowDiff({ field, row, index, action }: RowDiffProps) {
  const said = useWords(diffWords)
  const { row: numbered } = useWords(rowWords)
  const content = row.after ?? row.before ?? {}
  const fields = fieldsOfRow(field, content) ?? []
  const name = rowName(field, content, numbered({ number: index + 1 }))
  const signs = [row.kind === 'same' ? undefined : row.kind, row.isMoved ? ('moved' as const) : undefined].filter(
    (sign) => sign !== undefined,
  )
  return (
    <li className={styles.row} data-kind={row.kind} data-moved={row.isMoved || undefined}>
      <div className={styles.rowHead}>
        {signs.map((sign) => (
          <span key={sign} className={styles.sign} data-sign={sign}>
            <Icon of={ICONS[sign]} size={14} />
            {said[sign]}
          </span>
        ))}
        <span className={styles.name}>{name}</span>
        {row.before && row.kind !== 'same' && action?.(row.before, name)}
      </div>
      {row.kind !== 'same' && <MembersDiff fields={fields} before={row.before ?? {}} after={row.after ?? {}} />}
    </li>
  )
}

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
