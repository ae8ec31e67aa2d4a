import { typeOfValue } from '../../fields/known-types.ts'
import type { Ref } from 'react'
import { labelOf } from '../../data/entities.ts'
import { pathAt } from '../../data/model/model-path.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { isSearchable, soughtFields } from '../../data/use-found.ts'
import { useTargets } from '../../data/use-targets.ts'
import { FilterBar } from '../../design/filter-bar/filter-bar.tsx'
import { lazily } from '../../fields/lazily.tsx'
import { fieldTypeOf } from '../../fields/registry.ts'
import { targetsOf } from '../../fields/relationship-value.ts'
import { TargetTitle } from '../../fields/target-title.tsx'
import { useFormats } from '../../words/formats.ts'
import { listWords } from '../../words/list.ts'
import { statusWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { asksAboutRow, type Condition, type FilterField, filterFieldOf, operatorWord, STATUS } from './filter-model.ts'
import type { ListState } from './list-state.ts'
import { SortChooser } from './sort-chooser.tsx'

/** Loaded on demand: most visits don't filter. */
const FilterBuilder = lazily(async () => (await import('./filter-builder.tsx')).FilterBuilder)

interface ListFiltersProps {
  readonly state: ListState
  readonly entity: EntitySchema
  readonly searchBox: Ref<HTMLInputElement>
}

export function ListFilters({ state, entity, searchBox }: ListFiltersProps) {
  const said = useWords(listWords)
  const { filters, filterFields: fields, paths, change } = state
  const what = said.searchIn({ what: labelOf(entity) })
  return (
    <FilterBar
      label={said.filters}
      chips={filters.map((filter, index) => ({
        // The index is the only key that filters have.
        key: index,
        name: filter.map(([path]) => path).join(),
        isUnknown: paths.isKnown && filter.some(([path]) => !fields.at(path)),
        text: filter.map((condition, at) => (
          <span key={at}>
            {at > 0 && `${said.or} `}
            <ConditionText condition={condition} fieldAt={fields.at} />
          </span>
        )),
        editor: (
          <FilterBuilder
            entity={entity}
            fields={fields}
            filter={filter}
            onApply={(next) => change({ filter: filters.with(index, next) })}
          />
        ),
        onRemove: () => change({ filter: filters.toSpliced(index, 1) }),
      }))}
      adding={
        paths.isKnown && (
          <FilterBuilder
            entity={entity}
            fields={fields}
            onApply={(filter) => change({ filter: [...filters, filter] })}
          />
        )
      }
      onClear={() => change({ filter: [] })}
      searchBox={searchBox}
      {...((isSearchable(entity) || soughtFields(entity).length > 0) && {
        search: { label: what, value: state.search.q ?? '', onChange: (q) => change({ q }) },
      })}
    >
      <SortChooser state={state} />
    </FilterBar>
  )
}

interface ConditionTextProps {
  readonly condition: Condition
  readonly fieldAt: (path: string) => FilterField | undefined
}

/** "status is changed or draft", "chapters has a row where name is Rye and pages is less than 50". */
function ConditionText({ condition: [path, operator, value], fieldAt }: ConditionTextProps) {
  const said = useWords(listWords)
  const status = useWords(statusWords)
  const formats = useFormats()
  const found = fieldAt(path)
  const field = found?.field
  const targets = useTargets(field ? targetsOf({ ...field, many: Array.isArray(value) }, value) : [])
  if (!found || !field) return <b>{path}</b>
  const word = operatorWord(operator, field, said.operators)
  const join = (texts: readonly string[]) => texts.join(` ${said.or} `)
  const text = () => {
    if (operator === 'exists') return null
    if (path === STATUS) return join([value].flat().map((one) => formats.inSentence(status[one as 'draft'])))
    if (targets.length > 0) return targets.map((target) => <TargetTitle key={target.id} target={target} />)
    const { filtering } = typeOfValue(field)
    const told = (one: unknown) =>
      filtering?.text?.(one, formats) ?? fieldTypeOf(field).text(one, { ...field, many: false })
    return join([value].flat().map(told))
  }
  const inRow = asksAboutRow(operator) ? (found.inRow?.() ?? []) : undefined
  return (
    <>
      {path.includes('.') ? labelOf(field) : formats.inSentence(labelOf(field))}{' '}
      {operator === 'exists' && value === false ? said.operators.missing : word}{' '}
      {inRow ? (
        (value as readonly Condition[]).map((inside, index) => (
          <span key={index}>
            {index > 0 && ` ${said.and} `}
            <ConditionText
              condition={inside}
              fieldAt={(below) => {
                const one = pathAt(inRow, below)
                return one && filterFieldOf(one)
              }}
            />
          </span>
        ))
      ) : (
        <b>{text()}</b>
      )}
    </>
  )
}
