import type { LruByBytes, StorageSchema } from '@quirecms/core'
import type { SqlDialect } from '../dialect/sql-dialect.ts'
import type { Statement } from '../documents/statement.ts'
import { RecordLayout } from './record-layout.ts'
import { RecordStatements } from './record-statements.ts'

export class RecordTables {
  readonly #statements = new Map<string, RecordStatements>()

  constructor({ records = [] }: StorageSchema, dialect: SqlDialect, cache: LruByBytes<Statement>) {
    for (const table of records) {
      if (this.#statements.has(table.name)) throw new Error(`two tables of records are named ${table.name}`)
      this.#statements.set(table.name, new RecordStatements(new RecordLayout(table), dialect, cache))
    }
  }

  get layouts(): RecordLayout[] {
    return [...this.#statements.values()].map(({ layout }) => layout)
  }

  has(table: string): boolean {
    return this.#statements.has(table)
  }

  statements(table: string): RecordStatements {
    const statements = this.#statements.get(table)
    if (!statements) throw new Error(`there is no table of records ${table}`)
    return statements
  }
}
