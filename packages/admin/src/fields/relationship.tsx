import { useTargets } from '../data/use-targets.ts'
import type { CellProps, FieldType, FilterProps, InputProps } from './contract.ts'
import { DocumentPicker } from './document-picker.tsx'
import styles from './fields.module.css'
import { targetsOf, valueOf } from './relationship-value.ts'
import { TargetTitle } from './target-title.tsx'

/** Points to other documents: one, `many`, or of several collections. */
export const relationship: FieldType = {
  name: 'relationship',
  Input: RelationshipInput,
  Cell: RelationshipCell,
  Filter: RelationshipFilter,
  text: (value, field) =>
    targetsOf(field, value)
      .map(({ id }) => id)
      .join(', '),
  width: 150,
}

function RelationshipInput({ field, value, onChange, isReadOnly, described }: InputProps) {
  return (
    <DocumentPicker
      described={described}
      field={field}
      targets={targetsOf(field, value)}
      isReadOnly={isReadOnly}
      onChange={(targets) => onChange(valueOf(field, targets))}
    />
  )
}

/** Lists ask for the titles along with the documents, so nothing is loaded for a cell. */
function RelationshipCell({ field, value }: CellProps) {
  const targets = targetsOf(field, value)
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
