import { labelOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { Select } from '../../design/input.tsx'
import { useWords } from '../../words/use-words.ts'
import styles from './timeline.module.css'
import { historyWords } from './words.ts'

interface FieldChoiceProps {
  readonly entity: EntitySchema
  readonly chosen: string | undefined
  /** Undefined selects all fields. */
  readonly onChoose: (field: string | undefined) => void
}

/** Chooses between the history of one field and of all. */
export function FieldChoice({ entity, chosen, onChoose }: FieldChoiceProps) {
  const said = useWords(historyWords)
  const fields = entity.fields.filter(({ structure }) => structure !== 'computed')
  return (
    <div className={styles.choice}>
      <Select
        aria-label={said.field}
        value={chosen ?? ''}
        options={[
          { value: '', label: said.allFields },
          ...fields.map((field) => ({ value: field.name, label: labelOf(field) })),
        ]}
        onChange={(next) => onChoose(next === '' ? undefined : next)}
      />
    </div>
  )
}
