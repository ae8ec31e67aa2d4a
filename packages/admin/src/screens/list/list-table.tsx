import { ArrowDown, ArrowUp } from 'lucide-react'
import { type CSSProperties, useRef } from 'react'
import type { Doc } from '../../data/document.ts'
import { titleOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { Checkbox } from '../../design/input.tsx'
import { Icon } from '../../design/icon.tsx'
import { listWords } from '../../words/list.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import type { Column } from './list-columns.ts'
import { ListCell } from './list-cell.tsx'
import type { ListState } from './list-state.ts'
import styles from './list-table.module.css'
import { NARROWEST_TITLE, useColumnWidths } from './use-column-widths.ts'
import { isTitle, type WidthOf, widthsOf } from './width-of.ts'
import { useListKeyboard } from './use-list-keyboard.ts'
import { useProgressOf } from './use-progress-of.ts'
import type { Selection } from './use-selection.ts'

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role
   -- some browsers forget what the parts of a table are where each is laid out by itself, so their roles are said */

interface ListTableProps {
  readonly entity: EntitySchema
  readonly state: ListState
  readonly docs: readonly Doc[]
  readonly selection: Selection
  /** Whether the actor may do anything with selected documents. */
  readonly maySelect: boolean
  readonly changed: ReadonlySet<string>
  readonly onSearch: () => void
}

export function ListTable({ entity, state, docs, selection, maySelect, changed, onSearch }: ListTableProps) {
  const said = useWords(listWords)
  const { untitled } = useWords(sharedWords)
  const { columns, layout, changeLayout } = state
  const { widths, edgeOf } = useColumnWidths(layout.widths, (next) => changeLayout({ ...layout, widths: next }))
  const languages = useProgressOf(entity, state, docs)
  const current = useListKeyboard({ entity, docs, selection, maySelect, onSearch })

  const widthOf = widthsOf(columns, widths)

  const all = docs.map(({ id }) => id)
  const chosen = all.filter(selection.has)
  const { head, body } = useScrolledTogether()
  const shapes = columns.map((column) => ({
    column,
    className: classOf(column),
    style: { '--width': widthOf(column) } as CSSProperties,
  }))
  return (
    <div className={styles.frame}>
      <table
        role="table"
        className={`${styles.table} ${maySelect ? '' : styles.plain}`}
        style={roomFor(columns, widthOf)}
      >
        <thead role="rowgroup" {...head}>
          <tr role="row">
            {maySelect && (
              <th role="columnheader" className={styles.check} scope="col">
                <Checkbox
                  aria-label={said.selectPage}
                  checked={all.length > 0 && chosen.length === all.length}
                  indeterminate={chosen.length > 0 && chosen.length < all.length}
                  onCheckedChange={(on) => (on ? selection.add(all) : selection.clear())}
                />
              </th>
            )}
            {shapes.map(({ column, ...shape }) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                // Accessible name without the resize handle.
                aria-label={column.label}
                aria-sort={sortOf(column, state.sort)}
                {...shape}
              >
                <SortButton column={column} state={state} />
                <span className={styles.resize} {...edgeOf(column.key, said.widthOf({ name: column.label }))} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" {...body}>
          {docs.map((doc, index) => (
            <tr
              key={doc.id}
              role="row"
              aria-selected={maySelect ? selection.has(doc.id) : undefined}
              data-current={current === index || undefined}
              data-row={index}
              data-news={changed.has(doc.id) || undefined}
            >
              {maySelect && (
                <td role="cell" className={styles.check}>
                  <Checkbox
                    aria-label={said.select({ title: titleOf(entity, doc) || untitled })}
                    checked={selection.has(doc.id)}
                    onCheckedChange={(_, { event }) =>
                      selection.toggle(doc.id, event instanceof MouseEvent && event.shiftKey)
                    }
                  />
                </td>
              )}
              {shapes.map(({ column, ...shape }) => (
                <td key={column.key} role="cell" {...shape}>
                  <ListCell
                    entity={entity}
                    column={column}
                    doc={doc}
                    docs={docs}
                    state={state}
                    languages={languages[doc.id]}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Minimum width of the columns, on wide screens and on phones; below it, the table scrolls beside the title. */
function roomFor(columns: readonly Column[], widthOf: WidthOf): CSSProperties {
  const [titles, others] = [columns.filter(isTitle), columns.filter((column) => !isTitle(column))]
  const together = (some: readonly Column[]) =>
    `calc(${some.map((column) => (widthOf(column) === 'auto' ? `${NARROWEST_TITLE}px` : widthOf(column))).join(' + ') || '0px'})`
  return { '--wide-titles': together(titles), '--wide-others': together(others) } as CSSProperties
}

function classOf(column: Column): string {
  const { align, kind } = column
  return [align === 'end' && styles.end, kind !== 'field' && styles[kind], isAside(column) && styles.aside]
    .filter(Boolean)
    .join(' ')
}

/** Columns that phones hide. */
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

/**
 * Synchronizes the horizontal scrolling of header and body. In one scrolling frame, a sticky header would stick to that
 * frame instead of the page.
 */
function useScrolledTogether() {
  const head = useRef<HTMLTableSectionElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)

  function follow(leader: HTMLElement | null, follower: HTMLElement | null): void {
    if (leader && follower && follower.scrollLeft !== leader.scrollLeft) follower.scrollLeft = leader.scrollLeft
  }

  return {
    // Moving the focus to a hidden column scrolls the head, so the body must follow.
    head: { ref: head, onScroll: () => follow(head.current, body.current) },
    body: { ref: body, onScroll: () => follow(body.current, head.current) },
  }
}
