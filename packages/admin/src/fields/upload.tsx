import { Thumbnail } from '../design/thumbnail.tsx'
import type { CellProps, FieldType, InputProps } from './contract.ts'
import styles from './fields.module.css'
import { lazily } from './lazily.tsx'
import { relationship } from './relationship.tsx'
import { targetsOf } from './relationship-value.ts'
import { TargetTitle } from './target-title.tsx'

/** A relationship to files, shown as what they are. */
export const upload: FieldType = {
  ...relationship,
  name: 'upload',
  Input: lazily<InputProps>(async () => (await import('./upload-input.tsx')).UploadInput),
  Cell: UploadCell,
}

function UploadCell({ field, value }: CellProps) {
  const [first, ...rest] = targetsOf(field, value)
  if (!first) return null
  return (
    <span className={styles.row}>
      {first.doc && <Thumbnail doc={first.doc} size={28} />}
      <span className={styles.plain}>
        <TargetTitle target={first} />
        {rest.length > 0 && ` +${rest.length}`}
      </span>
    </span>
  )
}
