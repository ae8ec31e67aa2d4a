import { copyOfRow, type Row } from './rows.ts'

export interface RowSelection {
  readonly ids: ReadonlySet<string>
  /** Start of a range. */
  readonly anchor: string | undefined
}

export const NONE_SELECTED: RowSelection = { ids: new Set(), anchor: undefined }

export function toggled({ ids }: RowSelection, id: string): RowSelection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Extends the selection from its anchor to a row. */
export function extendedTo({ ids, anchor }: RowSelection, all: readonly string[], id: string): RowSelection {
  const [from, to] = [anchor === undefined ? -1 : all.indexOf(anchor), all.indexOf(id)]
  if (from < 0) return { ids: new Set([...ids, id]), anchor: id }
  return { ids: new Set([...ids, ...all.slice(Math.min(from, to), Math.max(from, to) + 1)]), anchor }
}

/** Without removed rows. Returns the same object if there are none. */
export function withoutGone(selection: RowSelection, all: readonly string[]): RowSelection {
  const left = all.filter((id) => selection.ids.has(id))
  return left.length === selection.ids.size ? selection : { ...selection, ids: new Set(left) }
}

export type Destination = 'up' | 'down' | 'start' | 'end'

/** Moves the selected rows by one place, or to an end, and keeps their order. */
export function moveSelected(rows: readonly Row[], ids: ReadonlySet<string>, to: Destination): readonly Row[] {
  const moved = rows.filter(({ id }) => ids.has(id))
  const others = rows.filter(({ id }) => !ids.has(id))
  const first = rows.findIndex(({ id }) => ids.has(id))
  if (first < 0) return rows
  const last = rows.findLastIndex(({ id }) => ids.has(id))
  const before = { up: first - 1, down: last + 2 - moved.length, start: 0, end: others.length }[to]
  const place = Math.max(0, Math.min(others.length, before))
  return others.toSpliced(place, 0, ...moved)
}

export function removeSelected(rows: readonly Row[], ids: ReadonlySet<string>): readonly Row[] {
  return rows.filter(({ id }) => !ids.has(id))
}

/** Inserts copies of the selected rows behind the last one. */
export function duplicateSelected(
  rows: readonly Row[],
  ids: ReadonlySet<string>,
): { readonly rows: readonly Row[]; readonly copies: readonly Row[] } {
  const copies = rows.filter(({ id }) => ids.has(id)).map(copyOfRow)
  const last = rows.findLastIndex(({ id }) => ids.has(id))
  return { rows: rows.toSpliced(last + 1, 0, ...copies), copies }
}
