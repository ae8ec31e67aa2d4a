import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { labelOf } from '../data/entities.ts'
import { useSearchDialog } from '../design/catch-letters.ts'
import { toast } from '../design/toasts.tsx'
import { rowWords } from '../words/rows.ts'
import { useWords } from '../words/use-words.ts'
import { AddRow } from './add-row.tsx'
import type { InputProps } from './contract.ts'
import { focusNeighbour } from './focus-field.ts'
import { keysOf } from './form-model.ts'
import { copiedRows, copyRows } from './row-clipboard.ts'
import type { RowDeeds } from './row-deeds.ts'
import { rowName } from './row-name.ts'
import { RowSheet } from './row-sheet.tsx'
import {
  duplicateSelected,
  extendedTo,
  moveSelected,
  NONE_SELECTED,
  removeSelected,
  toggled,
  withoutGone,
} from './row-selection.ts'
import { copyOfRow, fittingRows, insertRows, moveItem, newRow, removeRow, type Row, rowsOf } from './rows.ts'
import { RowsHead } from './rows-head.tsx'
import styles from './rows.module.css'
import { SelectionBar } from './selection-bar.tsx'
import { Sortable } from './sortable.tsx'
import { useFolding } from './use-folding.ts'
import { useInnerForm, useSelected } from './use-model.ts'

const loadMove = () => import('./move-row-dialog.tsx')
const MoveRowDialog = lazy(async () => ({ default: (await loadMove()).MoveRowDialog }))

/** Number of rows that render with controls at once; others do when they come near. */
const FIRST = 8

/**
 * Rows of an array or of blocks: dragged, moved by keys, folded, duplicated, copied to other documents. Typing in a row
 * does not render the list.
 */
export function RowsInput(props: InputProps) {
  const { field, onChange, path, isReadOnly, described } = props
  const said = useWords(rowWords)
  const section = useRef<HTMLElement>(null)
  const form = useInnerForm(props)
  const { model } = form
  const keys = useMemo(() => keysOf(path), [path])
  const ids = useSelected(
    model,
    useMemo(() => sameIds(() => rowsOf(model.at(keys))), [model, keys]),
  )
  const rowsNow = () => rowsOf(model.at(keys))
  const folding = useFolding(ids)
  const [given, setSelection] = useState(NONE_SELECTED)
  const selection = withoutGone(given, ids)
  const [isSelecting, setSelecting] = useState(false)
  /** The row that the user has just added; it takes the focus. */
  const [added, setAdded] = useState<string>()
  /** The row that the user is asked about: where does it go? */
  const moving = useSearchDialog<string>(loadMove)
  const moved = moving.subject
  const isFull = field.maxRows !== undefined && ids.length >= field.maxRows

  function insert(at: number, fresh: readonly Row[]): void {
    onChange(insertRows(rowsNow(), at, fresh))
    for (const { id } of fresh) folding.set(id, false)
  }
  function remove(gone: (rows: readonly Row[]) => readonly Row[], from: number): void {
    const left = gone(rowsNow())
    onChange(left)
    if (section.current) focusNeighbour(section.current, (left[from] ?? left.at(-1))?.id)
  }
  function copy(copied: readonly Row[]): void {
    copyRows(copied)
    toast(said.copied({ count: copied.length }))
  }
  const rowIndexOf = (id: string) => rowsNow().findIndex((row) => row.id === id)
  const nameOf = (id: string) =>
    rowName(field, rowsNow()[rowIndexOf(id)] ?? {}, said.row({ number: rowIndexOf(id) + 1 }))
  const move = (from: number, to: number) => onChange(moveItem(rowsNow(), from, to))
  const doing: RowDeeds = {
    fold: folding.set,
    reveal: folding.reveal,
    add: (at, blockType) => {
      const row = newRow(field, blockType)
      setAdded(row.id)
      insert(at, [row])
    },
    paste: (at) => {
      const fitting = fittingRows(field, copiedRows())
      if (fitting.length === 0) toast(said.pasteNothing)
      else insert(at, fitting)
    },
    move: (id, by) => move(rowIndexOf(id), rowIndexOf(id) + by),
    moveFar: moving.open,
    duplicate: (id) => {
      const row = rowsNow()[rowIndexOf(id)]
      if (row) insert(rowIndexOf(id) + 1, [copyOfRow(row)])
    },
    copy: (id) => copy(rowsNow().filter((row) => row.id === id)),
    remove: (id) => remove((rows) => removeRow(rows, rowIndexOf(id)), rowIndexOf(id)),
    select: (id, how) => {
      if (isReadOnly) return
      setSelecting(true)
      setSelection(how === 'toggle' ? toggled(selection, id) : extendedTo(selection, ids, id))
    },
    unselect: () => {
      setSelecting(false)
      setSelection(NONE_SELECTED)
    },
  }
  const latest = useRef(doing)
  useEffect(() => {
    latest.current = doing
  })
  const deeds = useMemo<RowDeeds>(
    () => ({
      fold: (...args) => latest.current.fold(...args),
      reveal: (...args) => latest.current.reveal(...args),
      add: (...args) => latest.current.add(...args),
      paste: (...args) => latest.current.paste(...args),
      move: (...args) => latest.current.move(...args),
      moveFar: (...args) => latest.current.moveFar(...args),
      duplicate: (...args) => latest.current.duplicate(...args),
      copy: (...args) => latest.current.copy(...args),
      remove: (...args) => latest.current.remove(...args),
      select: (...args) => latest.current.select(...args),
      unselect: () => latest.current.unselect(),
    }),
    [],
  )
  const { ids: selected } = selection

  return (
    <section ref={section} className={styles.rows} id={described.id} aria-label={labelOf(field)} tabIndex={-1}>
      <RowsHead
        field={field}
        locale={field.localized ? form.locale : undefined}
        count={ids.length}
        onFold={(isFolded) => folding.setAll(ids, isFolded)}
        onCopy={() => copy(rowsNow())}
        hasFieldActions={path === field.name && form.actionsOf !== undefined}
        onGo={field.blocks && form.onOutline}
        onSelect={isReadOnly || ids.length < 2 ? undefined : () => setSelecting(true)}
      />
      {isSelecting && (
        <SelectionBar
          count={selected.size}
          isAll={selected.size === ids.length}
          mayGrow={field.maxRows === undefined || ids.length + selected.size <= field.maxRows}
          onAll={() => setSelection({ ids: new Set(selected.size === ids.length ? [] : ids), anchor: undefined })}
          onMove={(to) => onChange(moveSelected(rowsNow(), selected, to))}
          onCopy={() => copy(rowsNow().filter(({ id }) => selected.has(id)))}
          onDuplicate={() => {
            const { rows, copies } = duplicateSelected(rowsNow(), selected)
            onChange(rows)
            setSelection({ ids: new Set(copies.map(({ id }) => id)), anchor: undefined })
          }}
          onRemove={() => {
            const first = rowsNow().findIndex(({ id }) => selected.has(id))
            remove((rows) => removeSelected(rows, selected), first)
            deeds.unselect()
          }}
          onEnd={deeds.unselect}
        />
      )}
      {ids.length === 0 && isReadOnly && <p className={styles.empty}>{said.empty}</p>}
      <Sortable direction="down" ids={ids} onMove={move} nameOf={nameOf}>
        <ol className={styles.list}>
          {ids.map((id, index) => (
            <RowSheet
              key={id}
              field={field}
              id={id}
              index={index}
              isLast={index === ids.length - 1}
              path={`${path}.${index}`}
              form={form}
              isReadOnly={isReadOnly}
              isAdded={id === added}
              isFolded={folding.isFolded(id)}
              isOpened={folding.isOpened(id)}
              isFirst={index < FIRST}
              selection={isSelecting ? (selected.has(id) ? 'selected' : 'open') : undefined}
              mayGrow={!isFull}
              deeds={deeds}
            />
          ))}
        </ol>
      </Sortable>
      {moved !== undefined && (
        <Suspense>
          <MoveRowDialog
            field={field}
            rows={rowsNow()}
            id={moved}
            name={nameOf(moved)}
            onMove={(to) => {
              move(rowIndexOf(moved), to)
              if (section.current) focusNeighbour(section.current, moved)
            }}
            onClose={moving.close}
            takeLetters={moving.takeLetters}
          />
        </Suspense>
      )}
      {!isReadOnly && !isFull && (
        <AddRow
          field={field}
          isBetween={false}
          onAdd={(blockType) => deeds.add(ids.length, blockType)}
          onPaste={() => deeds.paste(ids.length)}
        />
      )}
    </section>
  )
}

/** A selector for the ids that returns the same array while they are the same. */
function sameIds(rows: () => readonly Row[]): () => readonly string[] {
  let last: readonly string[] = []
  return () => {
    const now = rows()
    if (now.length !== last.length || now.some(({ id }, index) => id !== last[index])) last = now.map(({ id }) => id)
    return last
  }
}
