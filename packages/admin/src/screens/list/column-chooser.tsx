import { ChevronDown, ChevronUp, Columns3 } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { offersOf, searchOffers } from '../../design/filter-bar/path-offers.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Checkbox, Input } from '../../design/input.tsx'
import { Icon } from '../../design/icon.tsx'
import { Popover } from '../../design/popover.tsx'
import { fieldWords } from '../../words/fields.ts'
import { listWords } from '../../words/list.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './column-chooser.module.css'
import { type Column, canShow, columnAt } from './list-columns.ts'
import type { ListState } from './list-state.ts'

/** Chooses columns and their order, stored for user and collection. */
export function ColumnChooser({ state }: { readonly state: ListState }) {
  const said = useWords(listWords)
  return (
    <Popover
      align="end"
      title={said.columns}
      trigger={
        <Button>
          <Icon of={Columns3} />
          <span>{said.columns}</span>
        </Button>
      }
    >
      <Columns state={state} />
    </Popover>
  )
}

/** Maximum number of results; typing narrows them. */
const FOUND = 60

function Columns({ state }: { readonly state: ListState }) {
  const said = useWords(listWords)
  const { nothingFound } = useWords(fieldWords)
  const { allColumns, columns, layout, changeLayout, paths } = state
  const [text, setText] = useState('')
  const shown = columns.map(({ key }) => key)
  const found = useFoundColumns(state, text)
  const isSearched = text.trim() !== ''
  const others = allColumns.filter(({ key }) => !shown.includes(key) && columnAt(key, allColumns, paths))

  function keep(keys: readonly string[] | undefined): void {
    const { columns: _, widths: _widths, ...rest } = layout
    changeLayout(keys ? { ...layout, columns: keys } : rest)
    if (state.search.columns) state.change({ columns: [] }, true)
  }

  function move(key: string, step: number): void {
    const at = shown.indexOf(key)
    const to = at + step
    if (at < 1 || to < 1 || to >= shown.length) return
    keep(shown.filter((one) => one !== key).toSpliced(to, 0, key))
  }

  const row = (column: Column) => {
    const at = shown.indexOf(column.key)
    const isMovable = at > 0 && !isSearched
    return (
      <div key={column.key} className={styles.row}>
        {/* The label contains its checkbox, a button with a hidden input. */}
        <label className={styles.label}>
          <Checkbox
            checked={at >= 0}
            disabled={column.kind === 'title'}
            onKeyDown={(event) => {
              const step = event.altKey && isMovable ? STEPS[event.key] : undefined
              if (step === undefined) return moveFocus(event)
              event.preventDefault()
              move(column.key, step)
            }}
            onCheckedChange={(on) => keep(on ? [...shown, column.key] : shown.filter((key) => key !== column.key))}
          />
          {column.label}
        </label>
        {isMovable && (
          <>
            <IconButton
              small
              label={said.moveUp({ name: column.label })}
              disabled={at === 1}
              onClick={() => move(column.key, -1)}
            >
              <Icon of={ChevronUp} size={14} />
            </IconButton>
            <IconButton
              small
              label={said.moveDown({ name: column.label })}
              disabled={at === shown.length - 1}
              onClick={() => move(column.key, 1)}
            >
              <Icon of={ChevronDown} size={14} />
            </IconButton>
          </>
        )}
      </div>
    )
  }

  return (
    <div className={styles.list} role="group" aria-label={said.columns}>
      <Input
        type="search"
        className={styles.search ?? ''}
        aria-label={said.findField}
        placeholder={said.findField}
        value={text}
        onKeyDown={moveFocus}
        onChange={(event) => setText(event.target.value)}
      />
      {isSearched ? (
        <>
          {found.slice(0, FOUND).map(row)}
          {found.length === 0 && <p className={styles.none}>{nothingFound}</p>}
          {found.length > FOUND && <p className={styles.none}>{said.moreFields({ count: found.length - FOUND })}</p>}
        </>
      ) : (
        <>
          {columns.map(row)}
          {others.map(row)}
        </>
      )}
      <div className={styles.foot}>
        <Button small onClick={() => keep(undefined)}>
          {said.resetColumns}
        </Button>
      </div>
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** Matching columns of the whole model; equal matches list the document's own fields first. */
function useFoundColumns({ allColumns, paths }: ListState, text: string): readonly Column[] {
  const isSearched = text.trim() !== ''
  const all = useMemo(
    () =>
      isSearched
        ? [
            ...allColumns.map(({ key, label }) => ({ path: key, labels: [label] })),
            ...offersOf(paths.paths, canShow, undefined).filter(({ leads }) => !leads),
          ]
        : [],
    [isSearched, allColumns, paths],
  )
  const keys = new Set(searchOffers(all, text).map(({ path }) => path))
  return [...keys].flatMap((key) => columnAt(key, allColumns, paths) ?? [])
}

/** Arrow keys move between columns, and from the search to the first one. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.altKey ? undefined : STEPS[event.key]
  if (step === undefined) return
  const list = event.currentTarget.closest('[role="group"]')
  const all = [...(list?.querySelectorAll<HTMLElement>('input[type="search"], [role="checkbox"]') ?? [])]
  const at = all.indexOf(document.activeElement as HTMLElement)
  const to = all[at + step]
  if (!to) return
  event.preventDefault()
  to.focus()
}
