import { ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import { labelOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useTargets } from '../../data/use-targets.ts'
import { Icon } from '../../design/icon.tsx'
import { Popover } from '../../design/popover.tsx'
import { fieldTypeOf } from '../../fields/registry.ts'
import { targetsOf } from '../../fields/relationship-value.ts'
import { TargetTitle } from '../../fields/target-title.tsx'
import { listWords } from '../../words/list.ts'
import { statusWords } from '../../words/shared.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { FilterBuilder } from './filter-builder.tsx'
import styles from './filter-chips.module.css'
import { type Condition, type Filter, fieldOfCondition, operatorWord, STATUS } from './filter-model.ts'
import { useFilterFields } from './use-filter-fields.ts'
import type { ListState } from './list-state.ts'

/** What the list is narrowed by, each as a chip that opens to be changed. */
export function FilterChips({ state, entity }: { readonly state: ListState; readonly entity: EntitySchema }) {
  const said = useWords(listWords)
  const { filters, change } = state
  const [open, setOpen] = useState<number | 'new'>()
  const replace = (index: number, filter: Filter | undefined) => {
    change({ filter: filters.flatMap((old, at) => (at === index ? (filter ? [filter] : []) : [old])) })
    setOpen(undefined)
  }
  return (
    <>
      {filters.map((filter, index) => (
        // Filters have no name of their own; their place is what they are known by.
        <span key={index} className={styles.chip}>
          <Popover
            title={said.addFilter}
            open={open === index}
            onOpenChange={(next) => setOpen(next ? index : undefined)}
            trigger={
              <button type="button" className={styles.open}>
                {filter.map((condition, at) => (
                  <span key={at} className={styles.said}>
                    {at > 0 && said.or}
                    <ConditionText condition={condition} entity={entity} />
                  </span>
                ))}
              </button>
            }
          >
            <FilterBuilder entity={entity} filter={filter} onApply={(next) => replace(index, next)} />
          </Popover>
          <button
            type="button"
            className={styles.remove}
            aria-label={said.removeFilter({ text: filter.map(([path]) => path).join() })}
            onClick={() => replace(index, undefined)}
          >
            <Icon of={X} size={13} />
          </button>
        </span>
      ))}
      <Popover
        title={said.addFilter}
        open={open === 'new'}
        onOpenChange={(next) => setOpen(next ? 'new' : undefined)}
        trigger={
          <button type="button" className={styles.add}>
            <Icon of={ListFilter} size={14} />
            {said.addFilter}
          </button>
        }
      >
        <FilterBuilder
          entity={entity}
          onApply={(filter) => {
            change({ filter: [...filters, filter] })
            setOpen(undefined)
          }}
        />
      </Popover>
    </>
  )
}

/** "status is changed or draft". */
function ConditionText({ condition, entity }: { readonly condition: Condition; readonly entity: EntitySchema }) {
  const said = useWords(listWords)
  const status = useWords(statusWords)
  const formats = useFormats()
  const [path, operator, value] = condition
  const field = fieldOfCondition(useFilterFields(entity), entity, path)
  const targets = useTargets(field ? targetsOf({ ...field, many: Array.isArray(value) }, value) : [])
  if (!field) return path
  const word = operatorWord(operator, field, said.operators)
  const join = (texts: readonly string[]) => texts.join(` ${said.or} `)
  const text = () => {
    if (operator === 'exists') return null
    if (path === STATUS) return join([value].flat().map((one) => formats.inSentence(status[one as 'draft'])))
    if (targets.length > 0) return targets.map((target) => <TargetTitle key={target.id} target={target} />)
    if (field.type === 'date' && typeof value === 'string') return formats.day(value)
    return join([value].flat().map((one) => fieldTypeOf(field).text(one, { ...field, many: false })))
  }
  return (
    <>
      {formats.inSentence(labelOf(field))} {operator === 'exists' && value === false ? said.operators.missing : word}
      <b>{text()}</b>
    </>
  )
}
