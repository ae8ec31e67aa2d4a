import type { Column } from './list-columns.ts'
import { NARROWEST, NARROWEST_TITLE } from './use-column-widths.ts'

type Sized = Pick<Column, 'key' | 'kind' | 'width' | 'align'>

/** The width of a column, in CSS. */
export type WidthOf = (column: Sized) => string

export const isTitle = ({ kind }: Pick<Column, 'kind'>) => kind === 'title'

/**
 * Widths that the user chose stay. The title takes the remaining width. If that is too little for it, the other columns
 * give way together, up to a limit, so that the last one is not cut.
 */
export function widthsOf(columns: readonly Sized[], chosen: Readonly<Record<string, number>>): WidthOf {
  const yielding = columns.filter((column) => !isTitle(column) && chosen[column.key] === undefined)
  const usual = sumOf(yielding.map(({ width }) => width))
  const least = sumOf(yielding.map(leastOf))
  const fixed = sumOf(columns.map(({ key, kind }) => chosen[key] ?? (kind === 'title' ? NARROWEST_TITLE : 0)))
  // One pixel less, because browsers round.
  const left = `(100cqi - var(--check) - ${fixed + least + 1}px)`
  return (column) => {
    const own = chosen[column.key]
    if (own !== undefined) return `${own}px`
    if (isTitle(column)) return 'auto'
    const [from, to] = [leastOf(column), column.width]
    return usual === least
      ? `${to}px`
      : `clamp(${from}px, ${from}px + ${left} * ${(to - from) / (usual - least)}, ${to}px)`
  }
}

/** Numbers and dates are of no use if they are cut. */
function leastOf({ width, align }: Sized): number {
  return Math.max(Math.min(width, NARROWEST), Math.round(width * (align === 'end' ? 0.85 : 0.65)))
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
