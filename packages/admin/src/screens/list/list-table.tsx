import {
  columnResizingFeature,
  columnSizingFeature,
  tableFeatures,
  useTable,
  type ColumnSizingState,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Doc } from '../../data/document.ts'
import { titleOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { Checkbox } from '../../design/checkbox.tsx'
import { Icon } from '../../design/icon.tsx'
import { listWords } from '../../words/list.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import type { Column } from './list-columns.ts'
import { ListCell } from './list-cell.tsx'
import type { ListState } from './list-state.ts'
import styles from './list-table.module.css'
import { useListKeyboard } from './use-list-keyboard.ts'
import { useLanguagesOf } from './use-languages-of.ts'
import type { Selection } from './use-selection.ts'

interface ListTableProps {
  readonly entity: EntitySchema
  readonly state: ListState
  readonly docs: readonly Doc[]
  readonly selection: Selection
  readonly onSearch: () => void
}

// The service sorts, filters and pages; the table holds the widths of columns.
const features = tableFeatures({ columnSizingFeature, columnResizingFeature })

export function ListTable({ entity, state, docs, selection, onSearch }: ListTableProps) {
  const said = useWords(listWords)
  const { untitled } = useWords(sharedWords)
  const { columns, layout, changeLayout } = state
  const [widths, setWidths] = useState<ColumnSizingState>(() => ({ ...layout.widths }))
  const languages = useLanguagesOf(entity, state)
  const current = useListKeyboard({ entity, docs, selection, onSearch })
  const definitions = useMemo(
    () => columns.map(({ key, width }) => ({ id: key, size: width, minSize: 64, maxSize: 900 })),
    [columns],
  )
  const data = useMemo(() => [...docs], [docs])
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: ({ id }) => id,
    columnResizeMode: 'onChange',
    columnResizeDirection: document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr',
    state: { columnSizing: widths },
    onColumnSizingChange: setWidths,
  })
  useKeptWidths(widths, (next) => changeLayout({ ...layout, widths: next }))

  const all = docs.map(({ id }) => id)
  const chosen = all.filter(selection.has)
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th className={styles.check} scope="col">
              <Checkbox
                aria-label={said.selectPage}
                checked={all.length > 0 && chosen.length === all.length}
                indeterminate={chosen.length > 0 && chosen.length < all.length}
                onCheckedChange={(on) => (on ? selection.setAll([...selection.ids, ...all]) : selection.clear())}
              />
            </th>
            {columns.map((column, index) => {
              const header = headers[index]
              return (
                <th
                  key={column.key}
                  scope="col"
                  className={`${column.align === 'end' ? styles.end : ''} ${isAside(column) ? styles.aside : ''}`}
                  aria-sort={sortOf(column, state.sort)}
                  // The title takes what the others leave, until somebody says how wide it is.
                  style={{ width: column.kind === 'title' && !widths[column.key] ? undefined : header?.getSize() }}
                >
                  <SortButton column={column} state={state} />
                  {header && (
                    // A pointer's tool: the order and choice of columns have a keyboard's way.
                    <span
                      className={styles.resize}
                      aria-hidden="true"
                      onMouseDown={header.getResizeHandler()}
                      onTouchStart={header.getResizeHandler()}
                    />
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {docs.map((doc, index) => (
            <tr
              key={doc.id}
              aria-selected={selection.has(doc.id)}
              data-current={current === index || undefined}
              data-row={index}
            >
              <td className={styles.check}>
                <Checkbox
                  aria-label={said.select({ title: titleOf(entity, doc) || untitled })}
                  checked={selection.has(doc.id)}
                  onCheckedChange={(_, { event }) =>
                    selection.toggle(doc.id, event instanceof MouseEvent && event.shiftKey)
                  }
                />
              </td>
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={`${column.align === 'end' ? styles.end : ''} ${isAside(column) ? styles.aside : ''}`}
                >
                  <ListCell entity={entity} column={column} doc={doc} state={state} languages={languages[doc.id]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Columns that a phone has no room for. */
function isAside({ kind }: Column): boolean {
  return kind !== 'title' && kind !== 'status'
}

function sortOf({ sort }: Column, sorted: readonly string[]): 'ascending' | 'descending' | undefined {
  if (sort === undefined) return undefined
  if (sorted[0] === sort) return 'ascending'
  return sorted[0] === `-${sort}` ? 'descending' : undefined
}

function SortButton({ column, state }: { readonly column: Column; readonly state: ListState }) {
  const said = useWords(listWords)
  const direction = sortOf(column, state.sort)
  if (column.sort === undefined) return column.label
  return (
    <button
      type="button"
      className={styles.sort}
      title={said.sortBy({ name: column.label })}
      onClick={() => state.change({ sort: [direction === 'ascending' ? `-${column.sort}` : (column.sort ?? '')] })}
    >
      {column.label}
      {direction && <Icon of={direction === 'ascending' ? ArrowUp : ArrowDown} size={13} />}
    </button>
  )
}

/** Keeps widths once the pointer has come to rest. */
function useKeptWidths(widths: ColumnSizingState, keep: (widths: ColumnSizingState) => void): void {
  const first = useRef(widths)
  const keepNow = useEffectEvent(keep)
  useEffect(() => {
    if (widths === first.current) return undefined
    const timer = setTimeout(() => keepNow(widths), 600)
    return () => clearTimeout(timer)
  }, [widths])
}
