import { RowsInput } from './array.tsx'
import type { CellProps, FieldType } from './contract.ts'
import { RowsDiff } from './diff/lazy-diffs.ts'
import styles from './fields.module.css'
import { recordsOf } from '../data/members.ts'
import { blockName } from './row-name.ts'

export const blocks: FieldType = {
  name: 'blocks',
  Input: RowsInput,
  Cell: BlocksCell,
  Diff: RowsDiff,
  text: (value, field) =>
    recordsOf(value)
      .map((row) => blockName(field, String(row['blockType'])))
      .join(' · '),
  width: 200,
  ownLabel: true,
}

function BlocksCell({ field, value }: CellProps) {
  return <span className={styles.plain}>{blocks.text(value, field)}</span>
}
