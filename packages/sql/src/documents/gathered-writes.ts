import type { Condition, Reference, StoredDocument } from '@quirecms/core'
import type { LastStatement } from '../dialect/database.ts'
import { REFERENCES_TABLE } from '../schema/own-tables.ts'
import { inPowersOfTwo } from '../records/late-records.ts'
import type { DocumentTables } from './document-tables.ts'

/** Maximum number of deferred documents, and their length in characters; they are in memory. */
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

/** Deferred inserts of documents: those of one table become one statement, with their references and words. */
export class GatheredWrites {
  readonly #tables: DocumentTables
  #insertions: Insertion[] = []
  #expectations: Expectation[] = []
  #characters = 0

  constructor(tables: DocumentTables) {
    this.#tables = tables
  }

  /** Returns whether it is time to write them. */
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

  /** Takes all deferred documents: the statements that write them and, by table, ids that must not exist. */
  take(): { readonly statements: readonly LastStatement[]; readonly unexpected: ReadonlyMap<string, Condition> } {
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

  #statementsOf(table: string, insertions: readonly Insertion[]): LastStatement[] {
    const { references, search, writes } = this.#tables
    const documents = insertions.map(({ document }) => document)
    const ofTable = this.#tables.statements(table)
    const { layout } = ofTable
    writes.wrote(layout.table, documents.length)
    const statements: LastStatement[] = inPowersOfTwo(documents).map((some) => ofTable.insertAll(some))
    const pointing = insertions.filter((one) => one.references.length > 0)
    if (pointing.length > 0) {
      writes.wrote(
        REFERENCES_TABLE,
        pointing.reduce((sum, one) => sum + one.references.length, 0),
      )
      statements.push(
        references.addAll(pointing.map(({ document: { id }, references: all }) => ({ table, id, references: all }))),
      )
    }
    if (layout.spec.search) statements.push(...search.putAll(layout, layout.spec.search, documents))
    return statements
  }
}

/** Limits the number of different statements. */
function paddedToPowerOfTwo(conditions: readonly Condition[]): Condition[] {
  const [first] = conditions
  if (!first) return []
  const length = 2 ** Math.ceil(Math.log2(conditions.length))
  return [...conditions, ...Array.from({ length: length - conditions.length }, () => first)]
}
