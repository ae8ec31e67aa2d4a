import {
  type CopiedTable,
  type DoubtfulValues,
  type JsonObject,
  parseJson,
  QuireError,
  type RefuseValue,
} from '@quirecms/core'
import { sql } from 'kysely'
import type { Session } from '../dialect/database.ts'
import type { SqlDialect } from '../dialect/sql-dialect.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import { compileStatement } from '../documents/statement.ts'
import type { LaidOutIndex, TableLayout } from '../documents/table-layout.ts'
import { columnName } from './database-names.ts'
import { amount } from './planned-step.ts'
import type { RecordedObject } from './record.ts'
import { type ContentColumns, contentOfDocuments, StoredContents } from './stored-contents.ts'
import { beginCompilation } from '../where/condition.ts'
import { indexedExpression } from '../where/target.ts'

const MOST_NAMED = 5
const LONGEST_VALUE = 80

export class Refusals {
  readonly #description: string
  readonly #named: string[] = []
  #count = 0

  constructor(description: string) {
    this.#description = description
  }

  /** Returns a function that records why a value of this document can't be converted. */
  of(id: string): RefuseValue {
    return (value, why) => {
      this.#count += 1
      if (this.#named.length < MOST_NAMED) this.#named.push(`- ${id}: ${shortened(value)} ${why}`)
    }
  }

  throwIfAny(): void {
    if (this.#count === 0) return
    const more = this.#count - this.#named.length
    const rest = more > 0 ? [`- and ${more.toLocaleString('en-US')} more`] : []
    throw new QuireError(
      'conflict',
      `'${this.#description}' would lose stored values, so nothing was changed. These documents prevent it:\n` +
        `${[...this.#named, ...rest].join('\n')}\nChange them first, for example in a data migration, and migrate again.`,
    )
  }
}

function shortened(value: unknown, longest = LONGEST_VALUE): string {
  const text = JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text
}

const LONGEST_DUPLICATE = 60

/** Lists the documents that violate a unique index; null if there are none. */
export async function findDuplicates(
  session: Session,
  layout: TableLayout,
  index: LaidOutIndex,
  dialect: SqlDialect,
): Promise<string | null> {
  const document = { columns: layout, name: undefined }
  const values = index.parts.map(({ path }) => {
    const [first] = path.steps
    if (first?.kind === 'column') return sql.id(layout.column(first.name).column)
    return indexedExpression(
      path,
      document,
      beginCompilation(dialect, () => layout),
    )
  })
  const given = sql.join(
    values.map((value) => sql`(${value}) is not null`),
    sql` and `,
  )
  const grouped = sql.join(values.map((_, place) => sql.lit(place + 4)))
  const query = sql`select count(*), min("id"), max("id"), ${sql.join(values.map((value) => sql`(${value})`))}
    from ${sql.id(layout.table)} where ${given} group by ${grouped} having count(*) > 1 order by 2 limit ${sql.lit(MOST_NAMED + 1)}`
  const { text, parameters } = compileStatement(query, dialect)([])
  const found = await session.rows(text, parameters)
  if (found.length === 0) return null
  const examples = found.slice(0, MOST_NAMED).map(([count, first, last, ...same]) => {
    const others = Number(count) > 2 ? `, ${Number(count)} in all` : ''
    return `- ${same.map((value) => shortened(value, LONGEST_DUPLICATE)).join(' and ')}: ${String(first)} and ${String(last)}${others}`
  })
  const rest = found.length > MOST_NAMED ? ['- and more'] : []
  return `Documents in ${layout.spec.name} have the same ${pathOf(index)}, which must be unique from now on:\n${[...examples, ...rest].join('\n')}`
}

function pathOf({ parts }: LaidOutIndex): string {
  const paths = parts.map(({ path }) =>
    path.steps.map((step) => ('name' in step ? step.name : 'chain' in step ? step.chain[0] : '')).join('.'),
  )
  return paths.join(' and ')
}

/** Beyond this number of documents, only as many are read as the warning names. */
const MOST_LOOKED_AT = 100_000

export interface FoundDoubtful {
  readonly warnings: readonly string[]
  /** The recorded fields without those that no document violates any more. */
  readonly settled: RecordedObject | undefined
}

interface Count {
  readonly field: DoubtfulValues
  readonly ids: string[]
  count: number
}

interface CountedRefusals {
  readonly counts: readonly Count[]
  /** Whether all documents were read. */
  readonly isAll: boolean
}

/**
 * Reads the documents once for all fields. With drafts, reads live copies; drafts are read for numbers only, since they
 * may lack required values.
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

/** Documents whose newest content is in no copy. */
function draftsOf(table: string, { draft: { column, value } }: CopiedTable): ContentColumns {
  return { ...contentOfDocuments(table), only: sql`${sql.id(columnName(column))} = ${sql.lit(value)}` }
}

async function countDoubtful(contents: StoredContents, fields: readonly DoubtfulValues[]): Promise<CountedRefusals> {
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
  { isAll }: CountedRefusals,
  drafts: CountedRefusals | undefined,
  inDrafts: Count | undefined,
): string {
  const found = [
    ...(count > 0 ? [countText(count, isAll, drafts ? 'published document' : 'document', ids)] : []),
    ...(drafts && inDrafts && inDrafts.count > 0
      ? [countText(inDrafts.count, drafts.isAll, 'draft', inDrafts.ids)]
      : []),
  ]
  return `${table}.${path} ${says}: ${found.join(', and ')}.`
}

/** "8 documents (01…, 02…, 03…, 04…, 05… and 3 more)". */
function countText(count: number, isAll: boolean, of: string, ids: readonly string[]): string {
  const others = isAll ? `${(count - ids.length).toLocaleString('en-US')} more` : 'more'
  const more = count > ids.length ? ` and ${others}` : ''
  return `${isAll ? '' : 'at least '}${amount(count, of)} (${ids.join(', ')}${more})`
}
