import { type JsonObject, type DoubtfulValues, parseJson } from '@quirecms/core'
import type { Session } from '../dialect/database.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import type { RecordedObject } from './record.ts'
import { contentOfDocuments, StoredContents } from './stored-contents.ts'

const MOST_NAMED = 5

/** What was found of the fields that are in doubt. */
export interface FoundDoubtful {
  readonly warnings: readonly string[]
  /** What is recorded of the table's fields now, of those that no document is wrong in any more. */
  readonly settled: RecordedObject | undefined
}

/** Stops as soon as there are enough documents to name for each field. */
export async function findDoubtful(
  { dialect }: DocumentTables,
  session: Session,
  recorded: RecordedObject,
  fields: readonly DoubtfulValues[],
): Promise<FoundDoubtful> {
  const found = fields.map((field) => ({ field, ids: [] as string[] }))
  for await (const batch of new StoredContents(session, dialect, contentOfDocuments(recorded.table)).batches()) {
    for (const { key, json } of batch) {
      const content = parseJson(json) as JsonObject
      for (const { field, ids } of found) if (ids.length <= MOST_NAMED && field.isIn(content)) ids.push(String(key[0]))
    }
    if (found.every(({ ids }) => ids.length > MOST_NAMED)) break
  }
  const there = found.filter(({ ids }) => ids.length === 0)
  const definition = there.reduce((form, { field }) => field.settled(form), recorded.definition)
  return {
    warnings: found.flatMap(({ field, ids }) => (ids.length === 0 ? [] : [warning(recorded.table, field, ids)])),
    settled: there.length === 0 ? undefined : { ...recorded, definition },
  }
}

function warning(table: string, { path, says }: DoubtfulValues, ids: readonly string[]): string {
  const named = ids.slice(0, MOST_NAMED).join(', ') + (ids.length > MOST_NAMED ? ' and more' : '')
  return `${table}.${path} ${says}: ${named}.`
}
