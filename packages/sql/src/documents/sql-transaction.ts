import {
  type Condition,
  DuplicateValue,
  type Inverse,
  type InverseQuery,
  type LockOptions,
  QuireError,
  type Reference,
  type StorageTransaction,
  type StoredDocument,
  UnstorableText,
  isStorableJson,
  isStorableText,
} from '@quirecms/core'
import { type Attempt, LostRace, NotIsolated, type Session, UniqueViolation } from '../dialect/database.ts'
import { REFERENCES_TABLE } from '../schema/database-names.ts'
import { SqlRecordWriter } from '../records/sql-record-writer.ts'
import type { DocumentTables } from './document-tables.ts'
import type { TransactionSession } from './transaction-session.ts'
import type { TargetCache } from './target-cache.ts'
import { SqlDocumentReader } from './sql-document-reader.ts'
import type { BoundStatement } from './statement.ts'

export interface TransactionSurroundings {
  readonly attempt: Attempt
  /**
   * A session that is not in this transaction, for what other transactions have committed meanwhile; unused if it is
   * alone (`isAlone`).
   */
  readonly outside: Session
  /** Whether the commit follows immediately; otherwise further work may follow in this transaction. */
  readonly commitFollows?: boolean
  readonly targets?: TargetCache | undefined
}

/** Documents and records of one transaction. Writes documents immediately, and gathers records that are added. */
export class SqlTransaction extends SqlDocumentReader implements StorageTransaction {
  override readonly records: SqlRecordWriter
  declare protected readonly session: TransactionSession
  readonly #attempt: Attempt
  readonly #outside: Session
  readonly #targets: TargetCache | undefined
  readonly #written = new Set<string>()
  #depth = 0

  constructor(
    tables: DocumentTables,
    session: TransactionSession,
    { attempt, outside, targets }: TransactionSurroundings,
    gathers = false,
  ) {
    super(tables, session)
    this.#attempt = attempt
    this.#outside = outside
    this.#targets = targets
    this.records = new SqlRecordWriter(tables.records, session, { gathers })
  }

  /** Whether inserts of documents are gathered, too (`GatheringTransaction`). */
  get gathers(): boolean {
    return false
  }

  /** Documents that are looked up by id alone, as targets of relationships are, come from a cache. */
  override async getMany(
    table: string,
    ids: readonly string[],
    condition: Condition = ALWAYS,
    options?: LockOptions,
  ): Promise<StoredDocument[]> {
    const read = (some: readonly string[]) => super.getMany(table, some, condition, options)
    const isForUse = options?.lock === undefined || options.lock === 'use'
    if (!this.#targets || !isForUse || condition.kind !== 'always') return read(ids)
    this.session.refuseAfterFailure()
    return this.#targets.getMany(this.tables.statements(table).layout.table, ids, read)
  }

  async insert(table: string, document: StoredDocument, references: readonly Reference[]): Promise<void> {
    refuseUnstorable(document)
    await this.#write(table, this.tables.statements(table).insert(document), 1)
    if (references.length > 0) this.tables.writes.wrote(REFERENCES_TABLE, references.length)
    await this.tables.references.add(this.session, table, document.id, references)
    await this.#indexWords(table, document, true)
  }

  async update(
    table: string,
    document: StoredDocument,
    expectedRevision: number,
    references?: readonly Reference[],
  ): Promise<boolean> {
    refuseUnstorable(document)
    const written = await this.#write(table, this.tables.statements(table).update(document, expectedRevision))
    if (written === 0) return false
    this.#note(table, document.id)
    if (references) await this.tables.references.replace(this.session, table, document.id, references)
    await this.#indexWords(table, document)
    return true
  }

  async remove(table: string, id: string): Promise<boolean> {
    if (!isStorableText(id)) return false
    const removed = await this.#write(table, this.tables.statements(table).remove(id))
    if (removed === 0) return false
    this.#note(table, id)
    await this.tables.references.removeAll(this.session, table, id)
    await this.forgetWords(table, id)
    return true
  }

  #note(table: string, id: string): void {
    if (this.#attempt.isolated && !this.#attempt.isAlone) this.#written.add(rowKey(table, id))
  }

  async #indexWords(table: string, document: StoredDocument, isNew = false): Promise<void> {
    const { layout } = this.tables.statements(table)
    const { search } = layout.spec
    if (search) await this.tables.search.put(this.session, layout, search, document, isNew)
  }

  expectNone(_table: string, _where: Condition): void {
    throw new QuireError('internal', 'The transaction does not gather its writes.')
  }

  /** Writes gathered documents; none here. */
  async flush(): Promise<void> {}

  isolate(): void {
    if (this.#attempt.isolated) return
    this.session.fail(new NotIsolated(), { final: true })
    this.session.refuseIfFinal()
  }

  runOnce(): void {
    this.#attempt.runsOnce = true
  }

  /**
   * An isolated transaction sees the snapshot of its beginning. A reference that was committed after that, but before
   * the lock was taken, is visible only from outside of it.
   */
  override async findInverse(query: InverseQuery): Promise<Inverse[]> {
    const found = await super.findInverse(query)
    if (!query.beforeRemoval || !this.#attempt.isolated || this.#attempt.isAlone || found.length > 0) return found
    const outside = await new SqlDocumentReader(this.tables, this.#outside).findInverse({ ...query, scope: ALWAYS })
    const others = outside.flatMap(({ sources }) => sources).filter((id) => !this.#written.has(rowKey(query.table, id)))
    if (others.length > 0) {
      this.session.fail(new LostRace(), { final: true })
      this.session.refuseIfFinal()
    }
    return found
  }

  async forgetReferences(table: string, id: string): Promise<void> {
    this.tables.writes.wrote(REFERENCES_TABLE, 0)
    await this.tables.references.removeAll(this.session, table, id)
  }

  async forgetWords(table: string, id: string): Promise<void> {
    const { layout } = this.tables.statements(table)
    if (layout.spec.search) await this.tables.search.remove(this.session, layout, id)
  }

  async nested<T>(work: () => Promise<T>): Promise<T> {
    const depth = this.enter()
    // Gathered records belong to the surrounding part.
    await this.records.flushAll()
    await this.session.command(`savepoint nested_${depth}`)
    let result: T
    try {
      result = await work()
      this.session.refuseAfterFailure()
    } catch (error) {
      this.leave(depth)
      this.session.recover()
      this.records.dropGathered()
      await this.session.command(`rollback to savepoint nested_${depth}`)
      await this.session.command(`release savepoint nested_${depth}`)
      throw error
    }
    this.leave(depth)
    await this.session.command(`release savepoint nested_${depth}`)
    return result
  }

  async #write(table: string, { text, parameters }: BoundStatement, inserted = 0): Promise<number> {
    this.tables.writes.wrote(this.tables.statements(table).layout.table, inserted)
    try {
      return await this.session.change(text, parameters)
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error
      const refusal = this.#refusedBy(error, table)
      this.session.fail(refusal)
      throw refusal
    }
  }

  #refusedBy(violation: UniqueViolation, table: string): Error {
    const index = this.tables.statements(table).layout.indexNamed(violation.constraint)
    if (index) return new DuplicateValue(table, index.name)
    const message = isOfKey(violation)
      ? 'There is already a document with this id.'
      : 'Another document already has a value that must be unique in the newer configuration that the database was migrated for. Restart with that configuration.'
    return new QuireError('conflict', message, { cause: violation })
  }

  protected enter(): number {
    this.#depth += 1
    return this.#depth
  }

  /** Savepoints are a stack: overlapping parts would undo each other. */
  protected leave(depth: number): void {
    if (this.#depth !== depth) {
      const overlap = new QuireError('internal', 'Nested parts of a transaction ran at the same time.')
      this.session.fail(overlap, { final: true })
    }
    this.session.refuseIfFinal()
    this.#depth = depth - 1
  }
}

const ALWAYS: Condition = { kind: 'always' }

function rowKey(table: string, id: string): string {
  return `${table} ${id}`
}

export function refuseUnstorable(document: StoredDocument): void {
  const columns = Object.values(document.columns).filter((value) => typeof value === 'string')
  if ([document.id, ...columns].every(isStorableText) && isStorableJson(document.json)) return
  throw new UnstorableText()
}

/** SQLite names the column of a primary key, PostgreSQL its index. */
function isOfKey({ constraint }: UniqueViolation): boolean {
  return constraint === '' || constraint.endsWith('.id') || constraint.endsWith('_pkey')
}
