import { typeOfValue } from '../../fields/known-types.ts'
import { Plus, X } from 'lucide-react'
import { type SyntheticEvent, useMemo, useState } from 'react'
import { labelOf } from '../../data/entities.ts'
import { type ModelPath, pathAt } from '../../data/model/model-path.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { ChoiceInput } from '../../fields/lazily.tsx'
import { Icon } from '../../design/icon.tsx'
import { Select } from '../../design/input.tsx'
import { fieldTypeOf } from '../../fields/registry.ts'
import { listWords } from '../../words/list.ts'
import { sharedWords, statusWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from '../../design/filter-bar/builder.module.css'
import {
  asksAboutRow,
  type Condition,
  type Filter,
  type FilterField,
  filterFieldOf,
  isComplete,
  operatorWord,
  STATUS,
  statesIn,
} from './filter-model.ts'
import { useCloseFilter } from '../../design/filter-bar/filter-bar.tsx'
import { PathInput } from '../../design/filter-bar/path-input.tsx'
import type { FilterFields } from './use-filter-fields.ts'

interface FilterBuilderProps {
  readonly entity: EntitySchema
  readonly fields: FilterFields
  readonly filter?: Filter
  readonly onApply: (filter: Filter) => void
}

/** Conditions joined by "or": field, comparison, value. */
export function FilterBuilder({ entity, fields, filter, onApply }: FilterBuilderProps) {
  const said = useWords(listWords)
  const { apply } = useWords(sharedWords)
  const close = useCloseFilter()
  const [conditions, setConditions] = useState<readonly Condition[]>(filter ?? [firstCondition(fields)])

  function onSubmit(event: SyntheticEvent): void {
    event.preventDefault()
    const complete = conditions.filter(isComplete)
    if (complete.length === 0) return
    onApply(complete)
    close()
  }

  return (
    <form ref={focusField} className={styles.builder} onSubmit={onSubmit}>
      <Conditions entity={entity} fields={fields} conditions={conditions} joint={said.or} onChange={setConditions} />
      <div className={styles.actions}>
        <Button small onClick={() => setConditions([...conditions, firstCondition(fields)])}>
          {said.addOr}
        </Button>
        <Button kind="outline" small type="submit" disabled={!conditions.some(isComplete)}>
          {apply}
        </Button>
      </div>
    </form>
  )
}

/** The builder is loaded on demand, after the popup has set the focus. */
function focusField(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus()
}

interface ConditionsProps {
  readonly entity: EntitySchema
  readonly fields: FilterFields
  readonly conditions: readonly Condition[]
  /** The word between conditions. */
  readonly joint: string
  readonly onChange: (conditions: readonly Condition[]) => void
}

function Conditions({ entity, fields, conditions, joint, onChange }: ConditionsProps) {
  const { remove } = useWords(sharedWords)
  return conditions.map((condition, index) => (
    // The index is the only key that conditions have.
    <div key={index}>
      {index > 0 && <div className={styles.or}>{joint}</div>}
      <div className={styles.condition}>
        <ConditionEditor
          entity={entity}
          fields={fields}
          condition={condition}
          onChange={(next) => onChange(conditions.with(index, next))}
        />
        {conditions.length > 1 && (
          <IconButton label={remove} onClick={() => onChange(conditions.toSpliced(index, 1))}>
            <Icon of={X} size={14} />
          </IconButton>
        )}
      </div>
    </div>
  ))
}

/** A new condition on the first field: a combined one, or the first of the model. */
function firstCondition({ first, paths }: FilterFields): Condition {
  const [special] = first
  return special
    ? emptyCondition(special)
    : (paths.flatMap((path) => filterFieldOf(path) ?? []).map(emptyCondition)[0] ?? ['', '', undefined])
}

function emptyCondition({ field, operators: [first = ''], inRow }: FilterField): Condition {
  const value = typeOfValue(field).filtering?.first
  return value === undefined ? withOperator(field.path, first, inRow) : [field.path, first, value]
}

/** Resets the value, because operators take different ones. */
function withOperator(path: string, operator: string, inRow: FilterField['inRow']): Condition {
  if (operator === 'exists') return [path, operator, true]
  if (!asksAboutRow(operator)) return [path, operator, undefined]
  return [path, operator, [firstCondition({ first: [], paths: inRow?.() ?? [], at: () => undefined })]]
}

interface ConditionEditorProps {
  readonly entity: EntitySchema
  readonly fields: FilterFields
  readonly condition: Condition
  readonly onChange: (condition: Condition) => void
}

const canFilter = (path: ModelPath) => filterFieldOf(path) !== undefined

function ConditionEditor({ entity, fields, condition, onChange }: ConditionEditorProps) {
  const said = useWords(listWords)
  const status = useWords(statusWords)
  const shared = useWords(sharedWords)
  const [path, operator, value] = condition
  const chosen = fields.at(path)
  const first = useMemo(
    () => fields.first.map(({ field }) => ({ path: field.path, labels: [labelOf(field)] })),
    [fields.first],
  )
  const { field, operators = [], inRow } = chosen ?? {}
  const { Filter } = field ? fieldTypeOf(field) : {}
  const offered = Filter ? operators : operators.filter((one) => one === 'exists' || asksAboutRow(one))
  return (
    <>
      <PathInput
        label={said.filterField}
        value={path}
        shown={field ? labelOf(field) : path}
        paths={fields.paths}
        suits={canFilter}
        first={first}
        onChange={(next) => {
          const to = fields.at(next)
          onChange(to ? emptyCondition(to) : [next, '', undefined])
        }}
      />
      <Select
        aria-label={said.filterOperator}
        value={operator}
        options={offered.map((one) => ({ value: one, label: field ? operatorWord(one, field, said.operators) : one }))}
        onChange={(next) => onChange(withOperator(path, next, inRow))}
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
        ) : asksAboutRow(operator) && inRow ? (
          <RowConditions
            entity={entity}
            label={`${field ? labelOf(field) : path} ${operatorWord(operator, field ?? NO_FIELD, said.operators)}`}
            inRow={inRow}
            conditions={Array.isArray(value) ? (value as readonly Condition[]) : []}
            onChange={(next) => onChange([path, operator, next])}
          />
        ) : (
          Filter &&
          field && (
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

const NO_FIELD = { type: '', path: '' } as const

interface RowConditionsProps {
  readonly entity: EntitySchema
  readonly label: string
  readonly inRow: () => readonly ModelPath[]
  readonly conditions: readonly Condition[]
  readonly onChange: (conditions: readonly Condition[]) => void
}

/** Conditions that one row must all meet. */
function RowConditions({ entity, label, inRow, conditions, onChange }: RowConditionsProps) {
  const said = useWords(listWords)
  const fields = useMemo<FilterFields>(() => {
    const paths = inRow()
    return {
      first: [],
      paths,
      at(path) {
        const found = pathAt(paths, path)
        return found && filterFieldOf(found)
      },
    }
  }, [inRow])
  return (
    <fieldset className={styles.row} aria-label={label}>
      <Conditions entity={entity} fields={fields} conditions={conditions} joint={said.and} onChange={onChange} />
      <Button small onClick={() => onChange([...conditions, firstCondition(fields)])}>
        <Icon of={Plus} size={14} />
        {said.addAnd}
      </Button>
    </fieldset>
  )
}
