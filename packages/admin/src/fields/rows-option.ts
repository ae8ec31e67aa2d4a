import type { FieldSchema } from '../data/schema.ts'

const MOST = 60

/** How many lines an input shows at least (`admin.rows`); undefined if the application says nothing. */
export function leastLines({ admin }: FieldSchema): number | undefined {
  const rows: unknown = admin?.rows
  return typeof rows === 'number' && rows >= 1 ? Math.min(Math.round(rows), MOST) : undefined
}

/** The same as a style. Text areas grow with their content, so the browser ignores their `rows`. */
export function leastHeight(field: FieldSchema): { readonly minBlockSize: string } | undefined {
  const lines = leastLines(field)
  return lines === undefined ? undefined : { minBlockSize: `calc(${lines}lh + 7px)` }
}
