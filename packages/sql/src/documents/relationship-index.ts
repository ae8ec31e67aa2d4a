import type { Reference, ReferenceSource, StoredReference } from '@quirecms/core'
import { sql } from 'kysely'
import type { Session, SqlRow, SqlValue } from '../dialect/database.ts'
import type { SqlDialect } from '../dialect/sql-dialect.ts'
import { REFERENCES_TABLE } from '../schema/database-names.ts'
import { Slot } from '../where/compilation.ts'
import { type BoundStatement, compileStatement, type Statement } from './statement.ts'

const TARGET_FIELDS = ['path', 'locale', 'target_collection', 'target_id'] as const
export const REFERENCE_COLUMNS = ['source_table', 'source_id', ...TARGET_FIELDS] as const

/**
 * Up to this many references are inserted with one bound value for each column, which takes SQLite half the time of a
 * JSON list. Few documents have more.
 */
const FEW = 8

/**
 * The relationship index: which document references which. Deletions, inverse joins and "what uses this?" query it. A
 * document and its references are written in one transaction, so the index is never stale.
 */
export class RelationshipIndex {
  readonly #ofSource: Statement
  readonly #toTarget: Statement
  readonly #sources: Statement
  /** Statements by the number of references, minus one. */
  readonly #addFew: readonly Statement[]
  readonly #addMany: Statement
  readonly #addAll: Statement
  readonly #drop: Statement
  readonly #dropAll: Statement

  constructor(dialect: SqlDialect) {
    const table = sql.id(REFERENCES_TABLE)
    const fields = sql.join(TARGET_FIELDS.map((name) => sql.id(name)))
    const columns = sql.join(REFERENCE_COLUMNS.map((name) => sql.id(name)))
    const ofSource = sql`"source_table" = ${new Slot(0)} and "source_id" = ${new Slot(1)}`
    const listed = sql`${dialect.recordsFrom(new Slot(2), TARGET_FIELDS)} as listed`
    const source = [0, 1].map((slot) => dialect.parameter(new Slot(slot), 'text'))
    this.#ofSource = compileStatement(sql`select ${fields} from ${table} where ${ofSource}`, dialect)
    this.#toTarget = compileStatement(
      sql`select ${columns} from ${table} where "target_collection" = ${new Slot(0)} and "target_id" = ${new Slot(1)}
        order by "source_table", "source_id", "path", "locale" limit ${new Slot(2)}`,
      dialect,
    )
    this.#sources = compileStatement(
      sql`select distinct "source_table", "source_id" from ${table}
        where ("source_table", "source_id") > (${dialect.parameter(new Slot(0), 'text')}, ${dialect.parameter(new Slot(1), 'text')})
        order by "source_table", "source_id" limit ${new Slot(2)}`,
      dialect,
    )
    this.#addFew = Array.from({ length: FEW }, (_, last) => {
      const rows = Array.from({ length: last + 1 }, (_row, row) => {
        const target = TARGET_FIELDS.map((_field, place) => new Slot(2 + row * TARGET_FIELDS.length + place))
        return sql`(${sql.join([new Slot(0), new Slot(1), ...target])})`
      })
      return compileStatement(dialect.addKeys(sql`${table} (${columns}) values ${sql.join(rows)}`), dialect)
    })
    this.#addMany = compileStatement(
      dialect.addKeys(sql`${table} (${columns}) select ${sql.join(source)}, ${fields} from ${listed}`),
      dialect,
    )
    const ofMany = sql`${dialect.recordsFrom(new Slot(0), REFERENCE_COLUMNS)} as listed`
    this.#addAll = compileStatement(
      dialect.addKeys(sql`${table} (${columns}) select ${columns} from ${ofMany}`),
      dialect,
    )
    this.#drop = compileStatement(
      sql`delete from ${table} where ${ofSource} and (${fields}) in (select ${fields} from ${listed})`,
      dialect,
    )
    this.#dropAll = compileStatement(sql`delete from ${table} where ${ofSource}`, dialect)
  }

  async add(session: Session, table: string, id: string, references: readonly Reference[]): Promise<void> {
    if (references.length === 0) return
    const rows = [...byKey(references).values()]
    const few = this.#addFew[rows.length - 1]
    if (few) await change(session, few, [table, id, ...rows.flatMap(valuesOf)])
    else await change(session, this.#addMany, [table, id, JSON.stringify(rows.map(recordOf))])
  }

  /** A statement that adds the references of several new documents. */
  statementToAddAll(
    sources: readonly (ReferenceSource & { readonly references: readonly Reference[] })[],
  ): BoundStatement {
    const records = sources.flatMap(({ table, id, references }) =>
      [...byKey(references).values()].map((one) => ({ source_table: table, source_id: id, ...recordOf(one) })),
    )
    return this.#addAll([JSON.stringify(records)])
  }

  async replace(session: Session, table: string, id: string, references: readonly Reference[]): Promise<void> {
    const wanted = byKey(references)
    const { text, parameters } = this.#ofSource([table, id])
    const gone: Reference[] = []
    for (const row of await session.rows(text, parameters)) {
      const reference = referenceOf(row)
      if (!wanted.delete(referenceKey(reference))) gone.push(reference)
    }
    if (gone.length > 0) await change(session, this.#drop, [table, id, JSON.stringify(gone.map(recordOf))])
    await this.add(session, table, id, [...wanted.values()])
  }

  async removeAll(session: Session, table: string, id: string): Promise<void> {
    await change(session, this.#dropAll, [table, id])
  }

  async of(session: Session, table: string, id: string): Promise<Reference[]> {
    const { text, parameters } = this.#ofSource([table, id])
    return (await session.rows(text, parameters)).map(referenceOf)
  }

  /** `> ''` selects all rows. */
  async sourcesAfter(session: Session, after: ReferenceSource | null, limit: number): Promise<ReferenceSource[]> {
    const { text, parameters } = this.#sources([after?.table ?? '', after?.id ?? '', limit])
    return (await session.rows(text, parameters)).map(([table, id]) => ({ table: String(table), id: String(id) }))
  }

  async to(session: Session, collection: string, id: string, limit: number): Promise<StoredReference[]> {
    const { text, parameters } = this.#toTarget([collection, id, limit])
    const rows = await session.rows(text, parameters)
    return rows.map(([sourceTable, sourceId, ...target]) => ({
      sourceTable: String(sourceTable),
      sourceId: String(sourceId),
      ...referenceOf(target),
    }))
  }
}

async function change(session: Session, statement: Statement, values: readonly SqlValue[]): Promise<void> {
  const { text, parameters } = statement(values)
  await session.change(text, parameters)
}

/** Unique key of a reference: the parts are separated by a space, which none of them can contain. */
function referenceKey({ path, locale, collection, id }: Reference): string {
  return `${path} ${locale} ${collection} ${id}`
}

function byKey(references: readonly Reference[]): Map<string, Reference> {
  return new Map(references.map((reference) => [referenceKey(reference), reference]))
}

/** In the order of `TARGET_FIELDS`. */
function valuesOf({ path, locale, collection, id }: Reference): string[] {
  return [path, locale, collection, id]
}

function recordOf({ path, locale, collection, id }: Reference): Record<(typeof TARGET_FIELDS)[number], string> {
  return { path, locale, target_collection: collection, target_id: id }
}

function referenceOf([path, locale, collection, id]: SqlRow): Reference {
  return { path: String(path), locale: String(locale), collection: String(collection), id: String(id) }
}
