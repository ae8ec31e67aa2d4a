import { ChevronDown, ChevronUp, Columns3 } from 'lucide-react'
import type { EntitySchema } from '../../data/schema.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Checkbox } from '../../design/checkbox.tsx'
import { Icon } from '../../design/icon.tsx'
import { Popover } from '../../design/popover.tsx'
import { listWords } from '../../words/list.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './column-chooser.module.css'
import type { Column } from './list-columns.ts'
import type { ListState } from './list-state.ts'

/** Which columns, and in which order. Kept for this user and collection. */
export function ColumnChooser({ state }: { readonly state: ListState; readonly entity: EntitySchema }) {
  const said = useWords(listWords)
  const { allColumns, columns, layout, changeLayout } = state
  const shown = columns.map(({ key }) => key)
  const others = allColumns.filter(({ key }) => !shown.includes(key))

  function keep(keys: readonly string[] | undefined): void {
    const { columns: _, ...rest } = layout
    changeLayout(keys ? { ...rest, columns: keys } : {})
    if (state.search.columns) state.change({ columns: [] }, true)
  }

  function move(key: string, step: number): void {
    const at = shown.indexOf(key)
    const rest = shown.filter((one) => one !== key)
    keep(rest.toSpliced(at + step, 0, key))
  }

  const row = (column: Column, at: number) => (
    <div key={column.key} className={styles.row}>
      {/* The label holds its box, which is a button with a hidden input. */}
      <label className={styles.label}>
        <Checkbox
          checked={at >= 0}
          disabled={column.kind === 'title'}
          onCheckedChange={(on) => keep(on ? [...shown, column.key] : shown.filter((key) => key !== column.key))}
        />
        {column.label}
      </label>
      {at > 0 && (
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
      <div className={styles.list}>
        {columns.map((column, at) => row(column, at))}
        {others.map((column) => row(column, -1))}
        <div className={styles.foot}>
          <Button small onClick={() => keep(undefined)}>
            {said.resetColumns}
          </Button>
        </div>
      </div>
    </Popover>
  )
}
