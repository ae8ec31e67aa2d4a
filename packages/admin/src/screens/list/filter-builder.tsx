import { X } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { labelOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { ChoiceInput } from '../../fields/lazy-pickers.ts'
import { Icon } from '../../design/icon.tsx'
import { Select } from '../../design/input.tsx'
import { fieldTypeOf } from '../../fields/registry.ts'
import { listWords } from '../../words/list.ts'
import { sharedWords, statusWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './filter-chips.module.css'
import { type Condition, type Filter, type FilterField, operatorWord, STATUS, statesIn } from './filter-model.ts'
import { useFilterFields } from './use-filter-fields.ts'

interface FilterBuilderProps {
  readonly entity: EntitySchema
  readonly filter?: Filter
  readonly onApply: (filter: Filter) => void
}

/** Conditions joined by "or": field, comparison, value. */
export function FilterBuilder({ entity, filter, onApply }: FilterBuilderProps) {
  const said = useWords(listWords)
  const { apply, remove } = useWords(sharedWords)
  const fields = useFilterFields(entity)
  const [conditions, setConditions] = useState<readonly Condition[]>(filter ?? [emptyCondition(fields)])

  function onSubmit(event: SyntheticEvent): void {
    event.preventDefault()
    const complete = conditions.filter(isComplete)
    if (complete.length > 0) onApply(complete)
  }

  const replace = (index: number, next: Condition) => setConditions(conditions.with(index, next))
  return (
    <form className={styles.builder} onSubmit={onSubmit}>
      {conditions.map((condition, index) => (
        // Conditions have no name of their own; their place is what they are known by.
        <div key={index}>
          {index > 0 && <div className={styles.or}>{said.or}</div>}
          <div className={styles.condition}>
            <ConditionEditor
              entity={entity}
              fields={fields}
              condition={condition}
              onChange={(next) => replace(index, next)}
            />
            {conditions.length > 1 && (
              <IconButton label={remove} onClick={() => setConditions(conditions.toSpliced(index, 1))}>
                <Icon of={X} size={14} />
              </IconButton>
            )}
          </div>
        </div>
      ))}
      <div className={styles.actions}>
        <Button small onClick={() => setConditions([...conditions, emptyCondition(fields)])}>
          {said.addOr}
        </Button>
        <Button kind="outline" small type="submit" disabled={!conditions.some(isComplete)}>
          {apply}
        </Button>
      </div>
    </form>
  )
}

function emptyCondition(fields: readonly FilterField[]): Condition {
  const [first] = fields
  return [first?.field.path ?? '', first?.operators[0] ?? '', undefined]
}

function isComplete([, operator, value]: Condition): boolean {
  if (operator === 'exists') return true
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

interface ConditionEditorProps {
  readonly entity: EntitySchema
  readonly fields: readonly FilterField[]
  readonly condition: Condition
  readonly onChange: (condition: Condition) => void
}

function ConditionEditor({ entity, fields, condition: [path, operator, value], onChange }: ConditionEditorProps) {
  const said = useWords(listWords)
  const status = useWords(statusWords)
  const shared = useWords(sharedWords)
  const chosen = fields.find(({ field }) => field.path === path) ?? fields[0]
  if (!chosen) return null
  const { field, operators } = chosen
  const { Filter } = fieldTypeOf(field)
  const offered = Filter ? operators : operators.filter((one) => one === 'exists')
  return (
    <>
      <Select
        aria-label={said.filterField}
        value={path}
        options={fields.map((one) => ({ value: one.field.path, label: labelOf(one.field) }))}
        onChange={(next) => {
          const to = fields.find((one) => one.field.path === next)
          onChange([next, to?.operators[0] ?? '', undefined])
        }}
      />
      <Select
        aria-label={said.filterOperator}
        value={operator}
        options={offered.map((one) => ({ value: one, label: operatorWord(one, field, said.operators) }))}
        onChange={(next) => onChange([path, next, next === 'exists' ? true : undefined])}
      />
      <div className={styles.value}>
        {path === STATUS ? (
          <ChoiceInput
            label={said.filterValue}
            many
            options={statesIn(entity).map((one) => ({ value: one, label: status[one] }))}
            value={[value ?? []].flat().map(String)}
            onChange={(next) => onChange([path, operator, next])}
          />
        ) : operator === 'exists' ? (
          <Select
            aria-label={said.filterValue}
            value={value === false ? 'no' : 'yes'}
            options={[
              { value: 'yes', label: shared.yes },
              { value: 'no', label: shared.no },
            ]}
            onChange={(next) => onChange([path, operator, next === 'yes'])}
          />
        ) : (
          Filter && (
            <Filter
              field={field}
              operator={operator}
              value={value}
              label={said.filterValue}
              onChange={(next) => onChange([path, operator, next])}
            />
          )
        )}
      </div>
    </>
  )
}
