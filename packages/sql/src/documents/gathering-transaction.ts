import type {
  Condition,
  LockOptions,
  Reference,
  ReferenceSource,
  StoredDocument,
  StoredReference,
} from '@quirecms/core'
import { type WriteStatement, NotGathered, type SqlRow, UniqueViolation } from '../dialect/database.ts'
import type { DocumentTables } from './document-tables.ts'
import type { TransactionSession } from './transaction-session.ts'
import { refuseUnstorable, SqlTransaction, type TransactionSurroundings } from './sql-transaction.ts'
import type { BoundStatement } from './statement.ts'
import { inPowersOfTwo } from '../records/sql-record-writer.ts'
import { REFERENCES_TABLE } from '../schema/database-names.ts'

/** Longer documents are read again instead of being kept in memory. */
const LONGEST_KEPT = 16 * 1024

const ALWAYS: Condition = { kind: 'always' }

/**
 * A transaction that gathers inserts until it reads them or ends (`GatheredWrites`). If the database refuses one, the
 * transaction starts again without gathering.
 */
export class GatheringTransaction extends SqlTransaction {
  readonly #gathered: GatheredWrites
  /** Results of lookups by id, by query. */
  readonly #read = new Map<string, StoredDocument>()

  constructor(tables: DocumentTables, session: TransactionSession, surroundings: TransactionSurroundings) {
    super(tables, session, surroundings, true)
    this.#gathered = new GatheredWrites(tables)
  }

  override get gathers(): boolean {
    return true
  }

  override expectNone(table: string, where: Condition): void {
    this.#gathered.expectNone({ table, where })
  }

  /** Writes gathered documents. */
  override async flush(): Promise<void> {
    if (this.#gathered.isEmpty) return
    const { statements, unexpected } = this.#gathered.take()
    try {
      await this.session.changeAll(statements)
      for (const [table, where] of unexpected) {
        const found = this.tables.statements(table).lists.find({ where, sort: [], limit: 1, offset: 0 }, 'ids')
        if ((await super.rows(found)).length > 0) throw new NotGathered()
      }
    } catch (error) {
      const isRefused = error instanceof UniqueViolation || error instanceof NotGathered
      const refusal = isRefused ? new NotGathered(error) : error
      this.session.fail(refusal, { final: true })
      throw refusal
    }
  }

  /** Reads see earlier writes of the transaction. */
  protected override async rows(statement: BoundStatement): Promise<readonly SqlRow[]> {
    await this.flush()
    return super.rows(statement)
  }

  override async referencesTo(collection: string, id: string, limit: number): Promise<StoredReference[]> {
    await this.flush()
    return super.referencesTo(collection, id, limit)
  }

  override async referencesOf(table: string, id: string): Promise<Reference[]> {
    await this.flush()
    return super.referencesOf(table, id)
  }

  override async sourcesAfter(after: ReferenceSource | null, limit: number): Promise<ReferenceSource[]> {
    await this.flush()
    return super.sourcesAfter(after, limit)
  }

  override async knowsWords(table: string, document: StoredDocument): Promise<boolean> {
    await this.flush()
    return super.knowsWords(table, document)
  }

  override async indexedAfter(table: string, after: string, limit: number): Promise<string[]> {
    await this.flush()
    return super.indexedAfter(table, after, limit)
  }

  override async get(
    table: string,
    id: string,
    condition: Condition = ALWAYS,
    options?: LockOptions,
  ): Promise<StoredDocument | null> {
    const waiting = condition.kind === 'always' && this.#gathered.find(table, id)
    if (!waiting) return super.get(table, id, condition, options)
    this.session.refuseAfterFailure()
    return waiting
  }

  override async getMany(
    table: string,
    ids: readonly string[],
    condition: Condition = ALWAYS,
    options?: LockOptions,
  ): Promise<StoredDocument[]> {
    const read = (some: readonly string[]) => super.getMany(table, some, condition, options)
    const isForUse = options?.lock === undefined || options.lock === 'use'
    if (!isForUse || !isOfDocumentAlone(condition)) return read(ids)
    return this.#readOnce(`${table} ${options?.lock} ${JSON.stringify(condition)}`, ids, read)
  }

  /** Many documents have few different targets. Entries are dropped with every write that may change them. */
  async #readOnce(
    asked: string,
    ids: readonly string[],
    read: (ids: readonly string[]) => Promise<StoredDocument[]>,
  ): Promise<StoredDocument[]> {
    this.session.refuseAfterFailure()
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

  override async insert(table: string, document: StoredDocument, references: readonly Reference[]): Promise<void> {
    refuseUnstorable(document)
    this.session.refuseAfterFailure()
    if (this.#gathered.insert({ table, document, references })) await this.flush()
  }

  override async update(
    table: string,
    document: StoredDocument,
    expectedRevision: number,
    references?: readonly Reference[],
  ): Promise<boolean> {
    await this.#flushChange()
    return super.update(table, document, expectedRevision, references)
  }

  override async remove(table: string, id: string): Promise<boolean> {
    await this.#flushChange()
    return super.remove(table, id)
  }

  /** Called before a document changes, which may be gathered or cached. */
  async #flushChange(): Promise<void> {
    this.#read.clear()
    await this.flush()
  }

  override async forgetReferences(table: string, id: string): Promise<void> {
    await this.flush()
    return super.forgetReferences(table, id)
  }

  override async forgetWords(table: string, id: string): Promise<void> {
    await this.flush()
    return super.forgetWords(table, id)
  }

  /**
   * Uses no savepoint: gathered writes are undone in memory. If a part fails after some of it was written, the whole
   * transaction is rolled back.
   */
  override async nested<T>(work: () => Promise<T>): Promise<T> {
    const depth = this.enter()
    const mark = this.#gathered.mark()
    const late = this.records.markGathered()
    const { writes } = this.session
    let result: T
    try {
      result = await work()
      this.session.refuseAfterFailure()
    } catch (error) {
      this.leave(depth)
      if (this.session.writes !== writes || this.session.hasFailed) {
        this.session.fail(new NotGathered(error), { final: true })
        this.session.refuseIfFinal()
      }
      this.#gathered.undo(mark)
      this.records.undoGathered(late)
      throw error
    }
    this.leave(depth)
    return result
  }
}

/** Whether the result for a document depends on this document alone. */
function isOfDocumentAlone(condition: Condition): boolean {
  if (condition.kind === 'and') return condition.of.every(isOfDocumentAlone)
  if (condition.kind === 'compare') return condition.path.steps.every(({ kind }) => kind === 'column')
  return condition.kind === 'always'
}

/** Beyond so many documents or characters, gathered inserts are written, because they are kept in memory. */
const MOST_WAITING = 100
const MOST_CHARACTERS = 4 * 1024 * 1024

interface Insertion {
  readonly table: string
  readonly document: StoredDocument
  readonly references: readonly Reference[]
}

interface Expectation {
  readonly table: string
  readonly where: Condition
}

/** Gathered inserts of new documents: one statement for each table, with references and words. */
export class GatheredWrites {
  readonly #tables: DocumentTables
  #insertions: Insertion[] = []
  #expectations: Expectation[] = []
  #characters = 0

  constructor(tables: DocumentTables) {
    this.#tables = tables
  }

  /** Returns whether so many are waiting that they should be written. */
  insert(insertion: Insertion): boolean {
    this.#insertions.push(insertion)
    this.#characters += insertion.document.json.length
    return this.#insertions.length >= MOST_WAITING || this.#characters >= MOST_CHARACTERS
  }

  expectNone(expectation: Expectation): void {
    this.#expectations.push(expectation)
  }

  get isEmpty(): boolean {
    return this.#insertions.length === 0 && this.#expectations.length === 0
  }

  has(table: string): boolean {
    return this.#insertions.some((one) => one.table === table)
  }

  find(table: string, id: string): StoredDocument | undefined {
    return this.#insertions.find((one) => one.table === table && one.document.id === id)?.document
  }

  /** A position for `undo`. */
  mark(): readonly [insertions: number, expectations: number] {
    return [this.#insertions.length, this.#expectations.length]
  }

  undo([insertions, expectations]: readonly [number, number]): void {
    for (const { document } of this.#insertions.splice(insertions)) this.#characters -= document.json.length
    this.#expectations.splice(expectations)
  }

  /**
   * Removes all waiting documents. Returns the statements that insert them, and by table the conditions that no
   * document may meet afterwards.
   */
  take(): { readonly statements: readonly WriteStatement[]; readonly unexpected: ReadonlyMap<string, Condition> } {
    const insertions = this.#insertions
    const expectations = this.#expectations
    this.#insertions = []
    this.#expectations = []
    this.#characters = 0
    const byTable = Map.groupBy(insertions, ({ table }) => table)
    const statements = [...byTable].flatMap(([table, some]) => this.#statementsOf(table, some))
    const unexpected = Map.groupBy(expectations, ({ table }) => table)
    return {
      statements,
      unexpected: new Map(
        [...unexpected].map(([table, some]) => [
          table,
          { kind: 'or', of: paddedToPowerOfTwo(some.map((one) => one.where)) },
        ]),
      ),
    }
  }

  #statementsOf(table: string, insertions: readonly Insertion[]): WriteStatement[] {
    const { references, search, writes } = this.#tables
    const documents = insertions.map(({ document }) => document)
    const ofTable = this.#tables.statements(table)
    const { layout } = ofTable
    writes.wrote(layout.table, documents.length)
    const statements: WriteStatement[] = inPowersOfTwo(documents).map((some) => ofTable.insertAll(some))
    const pointing = insertions.filter((one) => one.references.length > 0)
    if (pointing.length > 0) {
      writes.wrote(
        REFERENCES_TABLE,
        pointing.reduce((sum, one) => sum + one.references.length, 0),
      )
      statements.push(
        references.statementToAddAll(
          pointing.map(({ document: { id }, references: all }) => ({ table, id, references: all })),
        ),
      )
    }
    if (layout.spec.search) statements.push(...search.putAll(layout, layout.spec.search, documents))
    return statements
  }
}

/** Pads the list, so that few statements cover any length. */
function paddedToPowerOfTwo(conditions: readonly Condition[]): Condition[] {
  const [first] = conditions
  if (!first) return []
  const length = 2 ** Math.ceil(Math.log2(conditions.length))
  return [...conditions, ...Array.from({ length: length - conditions.length }, () => first)]
}
