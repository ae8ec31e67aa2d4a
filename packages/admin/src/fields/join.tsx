import { useFormats } from '../words/formats.ts'
import type { CellProps, FieldType, InputProps } from './contract.ts'
import styles from './fields.module.css'
import { lazily } from './lazily.tsx'
import { asRecord } from '../data/members.ts'

/** Documents that reference this one. Changes apply at once, because the document does not contain them. */
export const join: FieldType = {
  name: 'join',
  Input: lazily<InputProps>(async () => (await import('./join-input.tsx')).JoinInput),
  Cell: JoinCell,
  text: (value) => totalOf(value)?.toString() ?? '',
  align: 'end',
  width: 90,
  ownLabel: true,
  naming: 'never',
}

function JoinCell({ value }: CellProps) {
  const { number } = useFormats()
  const total = totalOf(value)
  return total === undefined ? null : <span className={total === 0 ? styles.muted : ''}>{number(total)}</span>
}

function totalOf(value: unknown): number | undefined {
  const total = asRecord(value)['totalDocs']
  return typeof total === 'number' ? total : undefined
}
