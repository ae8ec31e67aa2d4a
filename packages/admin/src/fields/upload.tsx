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

/** Says what it is without its name, which is there for those who cannot see it. */
function isPicture(doc: Readonly<Record<string, unknown>> | undefined): boolean {
  return String(doc?.['mimeType']).startsWith('image/')
}

function UploadCell({ field, value }: CellProps) {
  const [first, ...rest] = targetsOf(field, value)
  if (!first) return null
  return (
    <span className={styles.row}>
      {first.doc && <Thumbnail doc={first.doc} size={28} />}
      <span className={isPicture(first.doc) ? styles.hiddenText : styles.plain}>
        <TargetTitle target={first} />
      </span>
      {rest.length > 0 && <span className={styles.muted}>+{rest.length}</span>}
    </span>
  )
}
