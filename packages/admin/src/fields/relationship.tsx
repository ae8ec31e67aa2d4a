import { isUpload } from '../data/entities.ts'
import { useSchema } from '../data/use-session.ts'
import { useTargets } from '../data/use-targets.ts'
import type { CellProps, FieldType, FilterProps, InputProps } from './contract.ts'
import { TargetsDiff } from './diff/lazy-diffs.ts'
import { FilesCell } from './files-cell.tsx'
import { DocumentPicker, lazily } from './lazily.tsx'
import styles from './fields.module.css'
import { targetsOf, valueOf } from './relationship-value.ts'
import { TargetTitle } from './target-title.tsx'

export const relationship: FieldType = {
  name: 'relationship',
  Input: lazily<InputProps>(async () => (await import('./relationship-input.tsx')).RelationshipInput),
  Cell: RelationshipCell,
  Filter: RelationshipFilter,
  Diff: TargetsDiff,
  text: (value, field) =>
    targetsOf(field, value)
      .map(({ id }) => id)
      .join(', '),
  width: 150,
  naming: 'never',
  isShort: true,
}

/** Lists populate relationships, so cells need no request. Files are shown with thumbnails. */
function RelationshipCell({ field, value }: CellProps) {
  const { collections } = useSchema()
  const targets = targetsOf(field, value)
  const files = targets.filter(({ collection, doc }) => {
    const entity = collections[collection]
    return doc !== undefined && entity !== undefined && isUpload(entity)
  })
  if (files.length > 0 && files.length === targets.length) return <FilesCell targets={targets} />
  return (
    <span className={styles.plain}>
      {targets.map((target, index) => (
        <span key={target.id}>
          {index > 0 && ', '}
          <TargetTitle target={target} />
        </span>
      ))}
    </span>
  )
}

function RelationshipFilter({ field, operator, value, onChange, label }: FilterProps) {
  const many = ['in', 'not_in', 'all'].includes(operator)
  const asked = { ...field, many }
  const targets = useTargets(targetsOf(asked, value))
  return (
    <DocumentPicker
      label={label}
      field={asked}
      targets={targets}
      isReadOnly={false}
      onChange={(next) => onChange(valueOf(asked, next))}
    />
  )
}
