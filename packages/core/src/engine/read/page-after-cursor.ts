import type { CursorPagination } from '../../contracts/answer.ts'
import type { Path, Scalar, SortKey } from '../../contracts/condition.ts'
import type { DocumentQuery, StoredDocument } from '../../contracts/document-storage.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { FilteredTables } from '../../contracts/source.ts'
import { parseJson } from '../../content/parse-json.ts'
import { behind, bondOf, readCursor, writeCursor } from '../../query/cursor.ts'
import { type EvaluatedDocument, targetAt, valueOf } from '../../query/evaluate.ts'
import { type Call, readerOf } from '../call.ts'
import { narrowTables } from '../source.ts'
import { asEvaluated } from './read-form.ts'

/** Parameters of presentation and page size; all others determine content and order of a list. */
const OF_THE_PAGE: ReadonlySet<string> = new Set(['after', 'limit', 'select', 'populate', 'depth', 'joins'])

/** Documents after the cursor, and the next cursor. Concurrent changes move no other document. */
export async function readPageAfterCursor(
  call: Call,
  tables: FilteredTables,
  query: Pick<DocumentQuery, 'sort' | 'limit' | 'fields'>,
): Promise<{ documents: readonly StoredDocument[]; pagination: CursorPagination }> {
  const { entity, input } = call
  const { sort, limit } = query
  const asked = Object.entries(input.query)
    .filter(([name]) => !OF_THE_PAGE.has(name))
    // A single sort field equals a list of one.
    .map(([name, value]) => [name, name === 'sort' ? [value].flat() : value] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const bond = bondOf([entity.slug, asked])
  const cursor = readCursor(input.query['after'], bond, sort)
  const { table, ...left } = cursor ? narrowTables(tables, behind(cursor, sort)) : tables
  // One more than the page, to know whether another follows.
  const found = await readerOf(call).find(table, { ...left, ...query, limit: limit + 1, offset: 0 })
  const documents = found.slice(0, limit)
  const last = documents.at(-1)
  const hasNextPage = found.length > limit
  const nextCursor =
    hasNextPage && last ? writeCursor({ id: last.id, values: await valuesOf(call, entity, last, sort) }, bond) : null
  return { documents, pagination: { limit, hasNextPage, nextCursor } }
}

async function valuesOf(
  call: Call,
  entity: Entity<Call>,
  document: StoredDocument,
  sort: readonly SortKey[],
): Promise<(Scalar | null)[]> {
  const evaluated = asEvaluated(entity, document)
  const values: (Scalar | null)[] = []
  for (const { path, alternatives = [] } of sort) {
    let value: Scalar | null = null
    for (const one of [path, ...alternatives]) value ??= await valueAt(call, one, evaluated)
    values.push(value)
  }
  return values
}

async function valueAt(call: Call, { steps, storedAs }: Path, document: EvaluatedDocument): Promise<Scalar | null> {
  const at = steps.findIndex(({ kind }) => kind === 'hop')
  const hop = steps[at]
  if (hop?.kind !== 'hop') return valueOf({ steps, storedAs }, document)
  const id = targetAt(steps.slice(0, at), hop.relationTo, document)
  const target = id === null ? null : await readerOf(call).get(hop.table, id, hop.scope)
  return target && valueAt(call, { steps: steps.slice(at + 1), storedAs }, inStorage(target))
}

function inStorage({ id, revision, createdAt, updatedAt, columns, json }: StoredDocument): EvaluatedDocument {
  return { columns: { id, revision, createdAt, updatedAt, ...columns }, data: parseJson(json) as JsonObject }
}
