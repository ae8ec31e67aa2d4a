import { type CopiedTable, type JsonObject, type DoubtfulValues, parseJson } from '@quirecms/core'
import { sql } from 'kysely'
import type { Session } from '../dialect/database.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import { columnName } from './database-names.ts'
import { amount } from './planned-step.ts'
import type { RecordedObject } from './record.ts'
import { type ContentColumns, contentOfDocuments, StoredContents } from './stored-contents.ts'

const MOST_NAMED = 5

/** With more documents than this, the check stops when it has found enough for the warning. */
const MOST_LOOKED_AT = 100_000

/** Result of the check of doubtful fields. */
export interface FoundDoubtful {
  readonly warnings: readonly string[]
  /** State to record for the table's fields that are correct now. */
  readonly settled: RecordedObject | undefined
}

interface Count {
  readonly field: DoubtfulValues
  readonly ids: string[]
  count: number
}

interface Counted {
  readonly counts: readonly Count[]
  /** Whether all documents were checked. */
  readonly isAll: boolean
}

/**
 * Checks all fields in one scan. With drafts, it checks live content, and drafts for numbers only, since drafts may
 * lack required values.
 */
export async function findDoubtful(
  { dialect, layouts }: DocumentTables,
  session: Session,
  recorded: readonly RecordedObject[],
  fields: RecordedObject,
  doubtful: readonly DoubtfulValues[],
): Promise<FoundDoubtful> {
  const live = [...layouts.values()].find(
    ({ spec: { name, copies } }) =>
      copies?.of === fields.table && recorded.some(({ kind, table }) => kind === 'copies' && table === name),
  )?.spec
  const count = (at: ContentColumns) => countDoubtful(new StoredContents(session, dialect, at), doubtful)
  const found = await count(contentOfDocuments(live?.name ?? fields.table))
  const drafts = live?.copies && (await count(draftsOf(fields.table, live.copies)))
  const isSettled = ({ field, count: wrong }: Count, index: number) =>
    wrong === 0 && (field.isForDrafts || !drafts?.counts[index]?.count)
  const settled = found.counts.filter(isSettled)
  const definition = settled.reduce((form, { field }) => field.settled(form), fields.definition)
  return {
    warnings: found.counts.flatMap((one, index) =>
      isSettled(one, index) ? [] : [warning(fields.table, one, found, drafts, drafts?.counts[index])],
    ),
    settled: settled.length === 0 ? undefined : { ...fields, definition },
  }
}

/** Documents whose newest content has no live copy. */
function draftsOf(table: string, { draft: { column, value } }: CopiedTable): ContentColumns {
  return { ...contentOfDocuments(table), only: sql`${sql.id(columnName(column))} = ${sql.lit(value)}` }
}

async function countDoubtful(contents: StoredContents, fields: readonly DoubtfulValues[]): Promise<Counted> {
  const counts = fields.map((field): Count => ({ field, ids: [], count: 0 }))
  let looked = 0
  for await (const batch of contents.batches()) {
    if (looked >= MOST_LOOKED_AT && batch.length > 0 && counts.every(({ count }) => count > MOST_NAMED))
      return { counts, isAll: false }
    for (const { key, json } of batch) {
      const content = parseJson(json) as JsonObject
      for (const one of counts) {
        if (!one.field.isIn(content)) continue
        one.count += 1
        if (one.ids.length < MOST_NAMED) one.ids.push(String(key[0]))
      }
    }
    looked += batch.length
  }
  return { counts, isAll: true }
}

function warning(
  table: string,
  { field: { path, says }, ids, count }: Count,
  { isAll }: Counted,
  drafts: Counted | undefined,
  inDrafts: Count | undefined,
): string {
  const found = [
    ...(count > 0 ? [named(count, isAll, drafts ? 'published document' : 'document', ids)] : []),
    ...(drafts && inDrafts && inDrafts.count > 0 ? [named(inDrafts.count, drafts.isAll, 'draft', inDrafts.ids)] : []),
  ]
  return `${table}.${path} ${says}: ${found.join(', and ')}.`
}

/** "8 documents (01…, 02…, 03…, 04…, 05… and 3 more)". */
function named(count: number, isAll: boolean, of: string, ids: readonly string[]): string {
  const others = isAll ? `${(count - ids.length).toLocaleString('en-US')} more` : 'more'
  const more = count > ids.length ? ` and ${others}` : ''
  return `${isAll ? '' : 'at least '}${amount(count, of)} (${ids.join(', ')}${more})`
}
