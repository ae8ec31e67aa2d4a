import { useRef, useState } from 'react'
import { labelOf } from '../data/entities.ts'
import { toast } from '../design/toasts.tsx'
import { rowWords } from '../words/rows.ts'
import { useWords } from '../words/use-words.ts'
import { AddRow } from './add-row.tsx'
import type { InputProps } from './contract.ts'
import { focusNeighbour } from './focus-row.ts'
import { copiedRows, copyRows } from './row-clipboard.ts'
import { RowSheet } from './row-sheet.tsx'
import { copyOfRow, fittingRows, insertRows, moveItem, newRow, removeRow, type Row, rowsOf } from './rows.ts'
import { RowsHead } from './rows-head.tsx'
import styles from './rows.module.css'
import { Sortable } from './sortable.tsx'
import { useFolding } from './use-folding.ts'
import { rowName } from './row-name.ts'

/**
 * Rows of an array or of blocks, each a sheet: dragged, moved with keys, folded, duplicated, copied to other documents.
 */
export function RowsInput({ field, value, onChange, path, isReadOnly, form, described }: InputProps) {
  const said = useWords(rowWords)
  const rows = rowsOf(value)
  const section = useRef<HTMLElement>(null)
  const folding = useFolding(rows)
  /** The row that the user has just added; it takes the focus. */
  const [added, setAdded] = useState<string>()
  const isFull = field.maxRows !== undefined && rows.length >= field.maxRows

  const move = (from: number, to: number) => onChange(moveItem(rows, from, to))
  function insert(at: number, fresh: readonly Row[]): void {
    onChange(insertRows(rows, at, fresh))
    for (const { id } of fresh) folding.set(id, false)
  }
  function remove(index: number): void {
    onChange(removeRow(rows, index))
    if (section.current) focusNeighbour(section.current, (rows[index + 1] ?? rows[index - 1])?.id)
  }
  function paste(at: number): void {
    const fitting = fittingRows(field, copiedRows())
    if (fitting.length === 0) toast(said.pasteNothing)
    else insert(at, fitting)
  }
  function copy(copied: readonly Row[]): void {
    copyRows(copied)
    toast(said.copied({ count: copied.length }))
  }
  const adder = (at: number, isBetween = false) => (
    <AddRow
      field={field}
      isBetween={isBetween}
      onAdd={(blockType) => {
        const row = newRow(field, blockType)
        setAdded(row.id)
        insert(at, [row])
      }}
      onPaste={() => paste(at)}
    />
  )

  return (
    <section ref={section} className={styles.rows} id={described.id} aria-label={labelOf(field)} tabIndex={-1}>
      <RowsHead
        field={field}
        locale={field.localized ? form.locale : undefined}
        count={rows.length}
        onFold={(isFolded) => folding.setAll(isFolded)}
        onCopy={() => copy(rows)}
      />
      {rows.length === 0 && isReadOnly && <p className={styles.empty}>{said.empty}</p>}
      <Sortable
        direction="down"
        ids={rows.map(({ id }) => id)}
        onMove={move}
        nameOf={(id) => {
          const index = rows.findIndex((row) => row.id === id)
          return rowName(field, rows[index] ?? {}, said.row({ number: index + 1 }))
        }}
      >
        <ol className={styles.list}>
          {rows.map((row, index) => (
            <RowSheet
              key={row.id}
              field={field}
              row={row}
              index={index}
              count={rows.length}
              path={`${path}.${index}`}
              form={form}
              isReadOnly={isReadOnly}
              isAdded={row.id === added}
              isFolded={folding.isFolded(row.id)}
              before={!isReadOnly && !isFull && index > 0 && adder(index, true)}
              mayGrow={!isFull}
              onFold={(isFolded) => folding.set(row.id, isFolded)}
              onChange={(next) => onChange(rows.with(index, { ...next, id: row.id }))}
              onMove={(by) => move(index, index + by)}
              onDuplicate={() => insert(index + 1, [copyOfRow(row)])}
              onCopy={() => copy([row])}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      </Sortable>
      {!isReadOnly && !isFull && adder(rows.length)}
    </section>
  )
}
