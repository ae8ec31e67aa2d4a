import { type SyntheticEvent, useState } from 'react'
import { useFormats } from '../../words/formats.ts'
import { listWords } from '../../words/list.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { Button } from '../button.tsx'
import { DayInput } from '../date-picker/day-input.tsx'
import { Input, Select } from '../input.tsx'
import styles from './builder.module.css'
import { FilterBar, useCloseFilter } from './filter-bar.tsx'
import { PathInput } from './path-input.tsx'

/** A filter of a list that does not show documents, such as the activity. Each can be used once. */
export interface Facet {
  /** Name in the address. */
  readonly key: string
  readonly label: string
  readonly value: string | undefined
  readonly kind: 'choice' | 'text' | 'day'
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** Word between label and value; "is" by default. */
  readonly word?: string
  /** Label of a value that is not among the options. */
  readonly shown?: string
}

interface FacetBarProps {
  readonly label: string
  readonly facets: readonly Facet[]
  readonly onChange: (key: string, value: string | undefined) => void
  readonly onClear: () => void
}

/** The filter bar of lists that are no collections: activity, jobs, deliveries. */
export function FacetBar({ label, facets, onChange, onClear }: FacetBarProps) {
  const said = useWords(listWords)
  const formats = useFormats()
  const held = facets.filter(({ value }) => value !== undefined && value !== '')
  const left = facets.filter((facet) => !held.includes(facet) && (facet.kind !== 'choice' || facet.options?.length))
  const textOf = (facet: Facet) => {
    const { value = '', kind, options, shown } = facet
    if (shown !== undefined) return shown
    if (kind === 'day') return DAY.test(value) ? formats.day(new Date(`${value}T00:00`)) : value
    return options?.find((one) => one.value === value)?.label ?? value
  }
  const wordOf = ({ word = said.operators.equals }: Facet) => word
  return (
    <FilterBar
      label={label}
      chips={held.map((facet) => ({
        key: facet.key,
        name: `${facet.label} ${wordOf(facet)} ${textOf(facet)}`,
        text: (
          <>
            {formats.inSentence(facet.label)} {wordOf(facet)}
            <b>{textOf(facet)}</b>
          </>
        ),
        editor: facet.shown === undefined && <FacetEditor facets={[facet]} onApply={onChange} />,
        onRemove: () => onChange(facet.key, undefined),
      }))}
      adding={left.length > 0 && <FacetEditor facets={left} onApply={onChange} />}
      onClear={onClear}
      isOnPage
    />
  )
}

const DAY = /^\d{4}-\d\d-\d\d$/

interface FacetEditorProps {
  readonly facets: readonly Facet[]
  readonly onApply: (key: string, value: string) => void
}

function FacetEditor({ facets, onApply }: FacetEditorProps) {
  const said = useWords(listWords)
  const { apply } = useWords(sharedWords)
  const close = useCloseFilter()
  const [key, setKey] = useState(facets[0]?.key ?? '')
  const facet = facets.find((one) => one.key === key)
  const [typed, setTyped] = useState<string>()
  if (!facet) return null
  const options = facet.options ?? []
  const value = typed ?? facet.value ?? (facet.kind === 'choice' ? (options[0]?.value ?? '') : '')

  function onSubmit(event: SyntheticEvent): void {
    event.preventDefault()
    if (value.trim() === '') return
    onApply(key, value)
    close()
  }

  return (
    <form className={styles.builder} onSubmit={onSubmit}>
      {facets.length > 1 && (
        <PathInput
          label={said.filterField}
          value={key}
          shown={facet.label}
          paths={NO_PATHS}
          suits={never}
          first={facets.map((one) => ({ path: one.key, labels: [one.label] }))}
          hasNames={false}
          onChange={(next) => {
            setKey(next)
            setTyped(undefined)
          }}
        />
      )}
      {facet.kind === 'choice' ? (
        <Select aria-label={said.filterValue} value={value} options={options} onChange={setTyped} />
      ) : facet.kind === 'day' ? (
        <DayInput
          aria-label={said.filterValue}
          value={value === '' ? null : value}
          onChange={(day) => setTyped(day ?? '')}
        />
      ) : (
        <Input
          aria-label={said.filterValue}
          maxLength={100}
          value={value}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div className={styles.actions}>
        <span />
        <Button kind="outline" small type="submit" disabled={value.trim() === ''}>
          {apply}
        </Button>
      </div>
    </form>
  )
}

const NO_PATHS: readonly never[] = []
const never = () => false
