import { type Members, recordsOf } from '../../data/members.ts'

/**
 * The current rows with one row of an earlier revision. It replaces the row with its id, or follows the nearest row
 * that preceded it then and still exists.
 */
export function withRow(current: unknown, earlier: unknown, id: string): readonly Members[] {
  const rows = recordsOf(current)
  const then = recordsOf(earlier)
  const at = then.findIndex((row) => row['id'] === id)
  const row = then[at]
  if (!row) return rows
  const now = rows.findIndex((one) => one['id'] === id)
  if (now !== -1) return rows.with(now, row)
  const places = new Map(rows.map((one, index) => [one['id'], index]))
  const before = then.slice(0, at).findLast((one) => places.has(one['id']))
  const place = before ? (places.get(before['id']) ?? -1) + 1 : 0
  return rows.toSpliced(place, 0, row)
}
