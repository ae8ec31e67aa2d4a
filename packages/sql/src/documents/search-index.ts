import { createHash } from 'node:crypto'
import type { SearchSpec, StoredDocument } from '@quirecms/core'
import type { Session } from '../dialect/database.ts'
import type { SqlDialect } from '../dialect/sql-dialect.ts'
import { inPowersOfTwo } from '../records/sql-record-writer.ts'
import { type BoundStatement, compileStatement, type Statement } from './statement.ts'
import type { TableLayout } from './table-layout.ts'

interface SearchStatements {
  readonly put: readonly Statement[]
  /** Indexes several documents, if one statement can do it. */
  readonly putMany: ((rows: number) => Statement) | undefined
  readonly remove: readonly Statement[]
  readonly kept: Statement
  readonly idsAfter: Statement
}

/** Words of documents, for searchable tables. Written with each document, in its transaction. */
export class SearchIndex {
  readonly #dialect: SqlDialect
  readonly #statements = new Map<string, SearchStatements>()

  constructor(dialect: SqlDialect) {
    this.#dialect = dialect
  }

  /** Replaces the words of a document if they differ; with `always`, without comparing. */
  async put(
    session: Session,
    layout: TableLayout,
    spec: SearchSpec,
    { id, json }: Pick<StoredDocument, 'id' | 'json'>,
    always = false,
  ): Promise<void> {
    const { put } = this.#of(layout.searchTable)
    const kept = always ? new Map<string, string>() : await this.#keptOf(session, layout, id)
    for (const { locale, words } of spec.words(json)) {
      const digest = digestOf(words)
      if (kept.get(locale) === digest) continue
      const values = [id, locale, digest, ...this.#dialect.fullText.values(words)]
      for (const statement of put) {
        const { text, parameters } = statement(values)
        await session.change(text, parameters)
      }
    }
  }

  putAll(
    layout: TableLayout,
    spec: SearchSpec,
    documents: readonly Pick<StoredDocument, 'id' | 'json'>[],
  ): BoundStatement[] {
    const { put, putMany } = this.#of(layout.searchTable)
    const rows = documents.flatMap(({ id, json }) =>
      spec
        .words(json)
        .map(({ locale, words }) => [id, locale, digestOf(words), ...this.#dialect.fullText.values(words)]),
    )
    return putMany
      ? inPowersOfTwo(rows).map((some) => putMany(some.length)(some.flat()))
      : rows.flatMap((values) => put.map((statement) => statement(values)))
  }

  async remove(session: Session, layout: TableLayout, id: string): Promise<void> {
    for (const statement of this.#of(layout.searchTable).remove) {
      const { text, parameters } = statement([id])
      await session.change(text, parameters)
    }
  }

  /** Whether the indexed words agree with the document. */
  async isKept(session: Session, layout: TableLayout, spec: SearchSpec, id: string, json: string): Promise<boolean> {
    const kept = [...(await this.#keptOf(session, layout, id))].map(([locale, digest]) => `${locale} ${digest}`)
    const wanted = spec.words(json).map(({ locale, words }) => `${locale} ${digestOf(words)}`)
    return kept.toSorted().join() === wanted.toSorted().join()
  }

  /** Digests of the indexed words by locale. */
  async #keptOf(session: Session, layout: TableLayout, id: string): Promise<ReadonlyMap<string, string>> {
    const { text, parameters } = this.#of(layout.searchTable).kept([id])
    const rows = await session.rows(text, parameters)
    return new Map(rows.map(([locale, digest]) => [String(locale), String(digest)]))
  }

  async idsAfter(session: Session, layout: TableLayout, after: string, limit: number): Promise<string[]> {
    const { text, parameters } = this.#of(layout.searchTable).idsAfter([after, limit])
    return (await session.rows(text, parameters)).map(([id]) => String(id))
  }

  #putManyOf(table: string): ((rows: number) => Statement) | undefined {
    const { putMany } = this.#dialect.fullText
    if (!putMany) return undefined
    const known = new Map<number, Statement>()
    return (rows) => {
      const statement = known.get(rows) ?? compileStatement(putMany(table, rows), this.#dialect)
      known.set(rows, statement)
      return statement
    }
  }

  #of(table: string): SearchStatements {
    let statements = this.#statements.get(table)
    if (!statements) {
      const compiled = (fragments: ReturnType<SqlDialect['fullText']['put']>) =>
        fragments.map((fragment) => compileStatement(fragment, this.#dialect))
      const { fullText } = this.#dialect
      statements = {
        put: compiled(fullText.put(table)),
        putMany: this.#putManyOf(table),
        remove: compiled(fullText.remove(table)),
        kept: compileStatement(fullText.kept(table), this.#dialect),
        idsAfter: compileStatement(fullText.idsAfter(table), this.#dialect),
      }
      this.#statements.set(table, statements)
    }
    return statements
  }
}

/** Full-text indexes can't be read back, so we store a digest of each document's words. */
function digestOf(words: readonly (readonly string[])[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('base64url').slice(0, 22)
}
