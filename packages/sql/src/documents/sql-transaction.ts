import {
  type Condition,
  DuplicateValue,
  type Inverse,
  type InverseQuery,
  type LockOptions,
  QuireError,
  type Reference,
  type ReferenceSource,
  type StorageTransaction,
  type StoredDocument,
  type StoredReference,
  UnstorableText,
} from '@quirecms/core'
import {
  type Attempt,
  LostRace,
  NotGathered,
  NotIsolated,
  type Session,
  type SqlRow,
  UniqueViolation,
} from '../dialect/database.ts'
import { REFERENCES_TABLE } from '../schema/own-tables.ts'
import { SqlRecordWriter } from '../records/sql-record-writer.ts'
import { isStorableJson, isStorableText } from '../where/storable-text.ts'
import type { DocumentTables } from './document-tables.ts'
import { GatheredWrites } from './gathered-writes.ts'
import { GuardedSession } from './guarded-session.ts'
import type { KnownTargets } from './known-targets.ts'
import { SqlDocumentReader } from './sql-document-reader.ts'
import type { BoundStatement } from './statement.ts'

interface TransactionSurroundings {
  readonly attempt: Attempt
  /** Sees what is committed by now, on another connection. */
  readonly committed: Session
  /** The database commits right behind it; else further work may follow in the same transaction. */
  readonly isWhole?: boolean
  readonly known?: KnownTargets | undefined
  readonly gathers?: boolean
}

/** Longer documents are read again: those that are kept are in memory. */
const LONGEST_KEPT = 16 * 1024

/** Migrations hold off each other, and have all the time that they need. */
const OF_MIGRATION: Attempt = { isolated: true, isAlone: true, limit: undefined, runsOnce: true }

/** Runs `work` as a transaction on this session; the database commits or rolls back around it. */
export async function runTransaction<T>(
  tables: DocumentTables,
  session: Session,
  work: (tx: StorageTransaction) => Promise<T>,
  surroundings: TransactionSurroundings = { attempt: OF_MIGRATION, committed: session },
): Promise<T> {
  const guarded = new GuardedSession(session)
  const { attempt, isWhole = false } = surroundings
  const { limit } = attempt
  try {
    const transaction = new SqlTransaction(tables, guarded, surroundings)
    const running = work(transaction)
    const result = await (limit ? limit.race(running) : running)
    // A failure that `work` swallowed must not be committed as half of what it meant.
    guarded.refuseAfterFailure()
    await transaction.settle()
    limit?.commit()
    await (isWhole ? transaction.records.settleWithCommit() : transaction.records.settleAll())
    return result
  } catch (error) {
    // The work may go on after its deadline; its statements end here.
    guarded.fail(error, { final: true })
    // What ended it counts, not what the application made of that.
    throw guarded.ending
  } finally {
    guarded.end()
  }
}

class SqlTransaction extends SqlDocumentReader implements StorageTransaction {
  override readonly records: SqlRecordWriter
  readonly #guarded: GuardedSession
  readonly #attempt: Attempt
  readonly #committed: Session
  readonly #known: KnownTargets | undefined
  /** The documents that it has changed or removed, where others may be read from outside. */
  readonly #written = new Set<string>()
  #depth = 0
  readonly #gathered: GatheredWrites | undefined
  /** What a transaction that gathers has read by ids, by what was asked. */
  readonly #read = new Map<string, StoredDocument>()

  constructor(
    tables: DocumentTables,
    session: GuardedSession,
    { attempt, committed, known, gathers = false }: TransactionSurroundings,
  ) {
    super(tables, session)
    this.#gathered = gathers ? new GatheredWrites(tables) : undefined
    this.#guarded = session
    this.#attempt = attempt
    this.#committed = committed
    this.#known = known
    this.records = new SqlRecordWriter(tables.records, session, { gathers })
  }

  get gathers(): boolean {
    return this.#gathered !== undefined
  }

  expectNone(table: string, where: Condition): void {
    if (!this.#gathered) throw new QuireError('internal', 'The transaction does not gather its writes.')
    this.#gathered.expectNone({ table, where })
  }

  /** Writes what waits. */
  async settle(): Promise<void> {
    if (!this.#gathered || this.#gathered.isEmpty) return
    const { statements, unexpected } = this.#gathered.take()
    try {
      await this.#guarded.changeAll(statements)
      for (const [table, where] of unexpected) {
        const found = this.tables.statements(table).lists.find({ where, sort: [], limit: 1, offset: 0 }, 'ids')
        if ((await super.rows(found)).length > 0) throw new NotGathered()
      }
    } catch (error) {
      const isRefused = error instanceof UniqueViolation || error instanceof NotGathered
      const refusal = isRefused ? new NotGathered(error) : error
      this.#guarded.fail(refusal, { final: true })
      throw refusal
    }
  }

  /** What is read sees what was written before. */
  protected override async rows(statement: BoundStatement): Promise<readonly SqlRow[]> {
    await this.settle()
    return super.rows(statement)
  }

  override async referencesTo(collection: string, id: string, limit: number): Promise<StoredReference[]> {
    await this.settle()
    return super.referencesTo(collection, id, limit)
  }

  override async referencesOf(table: string, id: string): Promise<Reference[]> {
    await this.settle()
    return super.referencesOf(table, id)
  }

  override async sourcesAfter(after: ReferenceSource | null, limit: number): Promise<ReferenceSource[]> {
    await this.settle()
    return super.sourcesAfter(after, limit)
  }

  override async knowsWords(table: string, document: StoredDocument): Promise<boolean> {
    await this.settle()
    return super.knowsWords(table, document)
  }

  override async indexedAfter(table: string, after: string, limit: number): Promise<string[]> {
    await this.settle()
    return super.indexedAfter(table, after, limit)
  }

  override async get(
    table: string,
    id: string,
    scope: Condition = ALWAYS,
    options?: LockOptions,
  ): Promise<StoredDocument | null> {
    const waiting = scope.kind === 'always' && this.#gathered?.find(table, id)
    if (!waiting) return super.get(table, id, scope, options)
    this.#guarded.refuseAfterFailure()
    return waiting
  }

  /** Whoever is about to change documents needs them once. */
  override async getMany(
    table: string,
    ids: readonly string[],
    scope: Condition = ALWAYS,
    options?: LockOptions,
  ): Promise<StoredDocument[]> {
    const read = (some: readonly string[]) => super.getMany(table, some, scope, options)
    const isForUse = options?.lock === undefined || options.lock === 'use'
    if (this.#gathered && isForUse && isOfDocumentAlone(scope))
      return this.#readOnce(`${table} ${options?.lock} ${JSON.stringify(scope)}`, ids, read)
    if (!this.#known || !isForUse || scope.kind !== 'always') return read(ids)
    this.#guarded.refuseAfterFailure()
    return this.#known.getMany(this.tables.statements(table).layout.table, ids, read)
  }

  /** The targets of many documents are few. Nothing that was written since may have changed them. */
  async #readOnce(
    asked: string,
    ids: readonly string[],
    read: (ids: readonly string[]) => Promise<StoredDocument[]>,
  ): Promise<StoredDocument[]> {
    this.#guarded.refuseAfterFailure()
    const found: StoredDocument[] = []
    const missing: string[] = []
    for (const id of ids) {
      const known = this.#read.get(`${asked} ${id}`)
      if (known) found.push(known)
      else missing.push(id)
    }
    if (missing.length === 0) return found
    for (const document of await read(missing)) {
      found.push(document)
      if (document.json.length <= LONGEST_KEPT) this.#read.set(`${asked} ${document.id}`, document)
    }
    return found
  }

  async insert(table: string, document: StoredDocument, references: readonly Reference[]): Promise<void> {
    refuseUnstorable(document)
    if (this.#gathered) {
      this.#guarded.refuseAfterFailure()
      if (this.#gathered.insert({ table, document, references })) await this.settle()
      return
    }
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
    await this.#settleChange()
    const written = await this.#write(table, this.tables.statements(table).update(document, expectedRevision))
    if (written === 0) return false
    this.#note(table, document.id)
    if (references) await this.tables.references.replace(this.session, table, document.id, references)
    await this.#indexWords(table, document)
    return true
  }

  async remove(table: string, id: string): Promise<boolean> {
    if (!isStorableText(id)) return false
    await this.#settleChange()
    const removed = await this.#write(table, this.tables.statements(table).remove(id))
    if (removed === 0) return false
    this.#note(table, id)
    await this.tables.references.removeAll(this.session, table, id)
    await this.forgetWords(table, id)
    return true
  }

  /** Before a document is changed: it may be one that waits, or one that was read. */
  async #settleChange(): Promise<void> {
    this.#read.clear()
    await this.settle()
  }

  #note(table: string, id: string): void {
    if (this.#attempt.isolated && !this.#attempt.isAlone) this.#written.add(keyOf(table, id))
  }

  async #indexWords(table: string, document: StoredDocument, isNew = false): Promise<void> {
    const { layout } = this.tables.statements(table)
    const { search } = layout.spec
    if (search) await this.tables.search.put(this.session, layout, search, document, isNew)
  }

  isolate(): void {
    if (this.#attempt.isolated) return
    this.#guarded.fail(new NotIsolated(), { final: true })
    this.#guarded.refuseIfFinal()
  }

  runOnce(): void {
    this.#attempt.runsOnce = true
  }

  /**
   * An isolated transaction sees the moment at which it began. Whoever began to point to a document after that, and was through before
   * it was locked, is to be seen only from outside.
   */
  override async findInverse(query: InverseQuery): Promise<Inverse[]> {
    const found = await super.findInverse(query)
    if (!query.beforeRemoval || !this.#attempt.isolated || this.#attempt.isAlone || found.length > 0) return found
    const outside = await new SqlDocumentReader(this.tables, this.#committed).findInverse({ ...query, scope: ALWAYS })
    const others = outside.flatMap(({ sources }) => sources).filter((id) => !this.#written.has(keyOf(query.table, id)))
    if (others.length > 0) {
      this.#guarded.fail(new LostRace(), { final: true })
      this.#guarded.refuseIfFinal()
    }
    return found
  }

  async forgetReferences(table: string, id: string): Promise<void> {
    await this.settle()
    this.tables.writes.wrote(REFERENCES_TABLE, 0)
    await this.tables.references.removeAll(this.session, table, id)
  }

  async forgetWords(table: string, id: string): Promise<void> {
    await this.settle()
    const { layout } = this.tables.statements(table)
    if (layout.spec.search) await this.tables.search.remove(this.session, layout, id)
  }

  async nested<T>(work: () => Promise<T>): Promise<T> {
    return this.#gathered ? this.#nestedInMemory(this.#gathered, work) : this.#nestedInDatabase(work)
  }

  /** Without a savepoint: what waits is undone here. A part that fails after something of it was written is undone with all. */
  async #nestedInMemory<T>(gathered: GatheredWrites, work: () => Promise<T>): Promise<T> {
    this.#depth += 1
    const depth = this.#depth
    const mark = gathered.mark()
    const late = this.records.markLate()
    const { writes } = this.#guarded
    let result: T
    try {
      result = await work()
      this.#guarded.refuseAfterFailure()
    } catch (error) {
      this.#leave(depth)
      if (this.#guarded.writes !== writes || this.#guarded.hasFailed) {
        this.#guarded.fail(new NotGathered(error), { final: true })
        this.#guarded.refuseIfFinal()
      }
      gathered.undo(mark)
      this.records.undoLate(late)
      throw error
    }
    this.#leave(depth)
    return result
  }

  async #nestedInDatabase<T>(work: () => Promise<T>): Promise<T> {
    this.#depth += 1
    const depth = this.#depth
    // What waits belongs to the part around this one.
    await this.records.settleAll()
    await this.session.command(`savepoint nested_${depth}`)
    let result: T
    try {
      result = await work()
      this.#guarded.refuseAfterFailure()
    } catch (error) {
      this.#leave(depth)
      this.#guarded.recover()
      this.records.dropLate()
      await this.session.command(`rollback to savepoint nested_${depth}`)
      await this.session.command(`release savepoint nested_${depth}`)
      throw error
    }
    this.#leave(depth)
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
      this.#guarded.fail(refusal)
      throw refusal
    }
  }

  #refusedBy(violation: UniqueViolation, table: string): Error {
    const index = this.tables.statements(table).layout.indexNamed(violation.constraint)
    if (index) return new DuplicateValue(table, index.name)
    const message = isOfKey(violation)
      ? 'There is already a document with this id.'
      : 'Another document already has a value that must be unique since the database was migrated for a newer configuration. Restart with that one.'
    return new QuireError('conflict', message, { cause: violation })
  }

  /** Savepoints are a stack: parts that overlap would undo each other. */
  #leave(depth: number): void {
    if (this.#depth !== depth) {
      const overlap = new QuireError('internal', 'Nested parts of a transaction ran at the same time.')
      this.#guarded.fail(overlap, { final: true })
    }
    this.#guarded.refuseIfFinal()
    this.#depth = depth - 1
  }
}

const ALWAYS: Condition = { kind: 'always' }

/** Whether what it says of a document changes with nothing but the document. */
function isOfDocumentAlone(condition: Condition): boolean {
  if (condition.kind === 'and') return condition.of.every(isOfDocumentAlone)
  if (condition.kind === 'compare') return condition.path.steps.every(({ kind }) => kind === 'column')
  return condition.kind === 'always'
}

function keyOf(table: string, id: string): string {
  return `${table} ${id}`
}

function refuseUnstorable(document: StoredDocument): void {
  const columns = Object.values(document.columns).filter((value) => typeof value === 'string')
  if ([document.id, ...columns].every(isStorableText) && isStorableJson(document.json)) return
  throw new UnstorableText()
}

/** SQLite names the column of a primary key, PostgreSQL its index. */
function isOfKey({ constraint }: UniqueViolation): boolean {
  return constraint === '' || constraint.endsWith('.id') || constraint.endsWith('_pkey')
}
