import { useTargets } from '../data/use-targets.ts'
import { Thumbnail } from '../design/thumbnail.tsx'
import type { CellProps, FieldType, InputProps } from './contract.ts'
import { DocumentPicker } from './document-picker.tsx'
import styles from './fields.module.css'
import { relationship } from './relationship.tsx'
import { targetsOf, valueOf } from './relationship-value.ts'
import { TargetTitle } from './target-title.tsx'

/** A relationship to files, shown as what they are. */
export const upload: FieldType = {
  ...relationship,
  name: 'upload',
  Input: UploadInput,
  Cell: UploadCell,
}

function UploadInput({ field, value, onChange, isReadOnly, described }: InputProps) {
  const targets = useTargets(targetsOf(field, value))
  return (
    <DocumentPicker
      described={described}
      field={field}
      targets={targets}
      isReadOnly={isReadOnly}
      hasPictures
      onChange={(next) => onChange(valueOf(field, next))}
    />
  )
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
