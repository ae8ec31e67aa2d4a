import { aCount, unindexedOptions } from './option-kinds.ts'

export interface RowBounds {
  /** Only checked if the list is not empty, or is required. */
  readonly minRows?: number
  readonly maxRows?: number
}

const MOST_ROWS = 1000

export const rowOptions = { ...unindexedOptions, minRows: aCount, maxRows: aCount }

export function rowBoundsProblems({ minRows = 0, maxRows = MOST_ROWS }: RowBounds): string[] {
  return minRows > maxRows ? [`\`minRows\` must not be more than \`maxRows\` (${maxRows})`] : []
}

/** The allowed number of entries of a list, from the options of its field. */
export function rowBounds(options: object): { readonly min: number; readonly max: number } {
  const { minRows = 0, maxRows = MOST_ROWS }: RowBounds = options
  return { min: minRows, max: maxRows }
}
