import type { FieldSchema } from '../data/schema.ts'

const MOST = 60

/** Minimum number of lines (`admin.rows`); undefined if not configured. */
export function leastLines({ admin }: FieldSchema): number | undefined {
  const rows: unknown = admin?.rows
  return typeof rows === 'number' && rows >= 1 ? Math.min(Math.round(rows), MOST) : undefined
}

/** The same as a style, because the browser ignores `rows` of growing text areas. */
export function leastHeight(field: FieldSchema): { readonly minBlockSize: string } | undefined {
  const lines = leastLines(field)
  return lines === undefined ? undefined : { minBlockSize: `calc(${lines}lh + 7px)` }
}
