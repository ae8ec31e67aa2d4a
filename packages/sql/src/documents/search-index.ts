import type { SearchSpec } from '@quire/core'
import type { Session } from '../dialect/database.ts'
import type { SqlDialect } from '../dialect/sql-dialect.ts'
import { compileStatement, type Statement } from './statement.ts'
import type { TableLayout } from './table-layout.ts'

interface SearchStatements {
  readonly put: readonly Statement[]
  readonly remove: readonly Statement[]
}

/** Which words documents have, for the tables that can be searched. Written with each document, in its transaction. */
export class SearchIndex {
  readonly #dialect: SqlDialect
  readonly #statements = new Map<string, SearchStatements>()

  constructor(dialect: SqlDialect) {
    this.#dialect = dialect
  }

  /** What a document has now takes the place of what it had. */
  async put(session: Session, layout: TableLayout, spec: SearchSpec, id: string, json: string): Promise<void> {
    const { put } = this.#of(layout.searchTable)
    for (const { locale, words } of spec.words(json)) {
      const values = [id, locale, ...this.#dialect.fullText.values(words)]
      for (const statement of put) {
        const { text, parameters } = statement(values)
        await session.change(text, parameters)
      }
    }
  }

  async remove(session: Session, layout: TableLayout, id: string): Promise<void> {
    for (const statement of this.#of(layout.searchTable).remove) {
      const { text, parameters } = statement([id])
      await session.change(text, parameters)
    }
  }

  #of(table: string): SearchStatements {
    let statements = this.#statements.get(table)
    if (!statements) {
      const compiled = (fragments: ReturnType<SqlDialect['fullText']['put']>) =>
        fragments.map((fragment) => compileStatement(fragment, this.#dialect))
      const { fullText } = this.#dialect
      statements = { put: compiled(fullText.put(table)), remove: compiled(fullText.remove(table)) }
      this.#statements.set(table, statements)
    }
    return statements
  }
}
