import { createHash } from 'node:crypto'
import { type DataMigration, QuireError, type TellProgress } from '@quirecms/core'
import { sql } from 'kysely'
import type { Session } from '../dialect/database.ts'
import type { SqlDialect } from '../dialect/sql-dialect.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import { compileStatement } from '../documents/statement.ts'
import { type TableLayout, tableName } from '../documents/table-layout.ts'
import { columnName, REFERENCES_TABLE } from './database-names.ts'
import { addColumn, dropColumn, dropTable, ownDefinitions, tableDefinitions } from './definitions.ts'
import { findDuplicates } from './refusals.ts'
import { dropIndexes, fieldIndexes, orderIndexes, type PlannedIndex } from './index-definitions.ts'
import { fieldsObjects, planContent } from './plan-content.ts'
import {
  planCopies,
  planEndOfCopies,
  planFills,
  planReferences,
  planRepairs,
  referenceObjects,
  repairObjects,
} from './plan-fills.ts'
import { planRecords } from './plan-records.ts'
import { planRenames } from './plan-renames.ts'
import { planRuns } from './plan-runs.ts'
import { planEndOfSearch, planSearch, planSearchTables } from './plan-search.ts'
import { beginning, definitionStep, destroying, type PlannedStep } from './planned-step.ts'
import { DOCUMENT_KINDS, recordedKey, ofTable, type RecordedObject } from './record.ts'

/**
 * Plans the steps from the recorded schema to the configured one, in the order of
 * docs/contract/migrations.md#order-of-steps. The application's own migrations see the new tables and all stored data,
 * and may fix values before an index is built. Destructive steps come last, so that all others can run without
 * permission for them.
 */
export function planMigrations(
  tables: DocumentTables,
  dataMigrations: readonly DataMigration[],
  present: readonly RecordedObject[],
): PlannedStep[] {
  const { steps: renames, recorded } = planRenames(tables, present)
  const planner = new Planner(tables, recorded)
  const layouts = [...tables.layouts.values()]
  const [replaced, dropped] = planner.droppedColumns()
  const first = [
    ...planner.base(),
    ...renames,
    ...planEndOfCopies(tables, recorded),
    ...planEndOfSearch(tables, recorded),
    ...planner.droppedIndexes(),
    // A column of another type replaces the old one.
    ...replaced,
  ]
  const steps = [
    ...layouts.flatMap((layout) => planner.tableAndColumns(layout)),
    ...planSearchTables(tables, recorded),
    ...planRecords(tables.records, tables.dialect, recorded),
    ...planContent(tables, recorded, 'move'),
    ...planRepairs(tables, recorded),
    ...planCopies(tables, recorded),
    ...layouts.flatMap((layout) => planner.seed(layout)),
    ...planFills(tables, recorded),
    ...planRuns(tables, dataMigrations, recorded, () => planner.keptColumns()),
    ...planContent(tables, recorded, 'convert'),
    ...layouts.flatMap((layout) => planner.indexes(layout)),
    // After every step that may change content, because references and words are extracted from it.
    ...planReferences(tables, recorded),
    ...planSearch(tables, recorded),
    ...planContent(tables, recorded, 'note'),
    ...planContent(tables, recorded, 'drop'),
    ...dropped,
    ...planner.droppedTables(),
  ]
  return [
    ...first,
    ...steps.filter(({ destructive }) => !destructive),
    ...steps.filter(({ destructive }) => destructive),
  ]
}

class Planner {
  readonly #tables: DocumentTables
  readonly #dialect: SqlDialect
  readonly #recorded: readonly RecordedObject[]
  readonly #known: ReadonlySet<string>

  constructor(tables: DocumentTables, recorded: readonly RecordedObject[]) {
    this.#tables = tables
    this.#dialect = tables.dialect
    this.#recorded = recorded
    this.#known = new Set(recorded.map(recordedKey))
  }

  base(): PlannedStep[] {
    const definitions = ownDefinitions(this.#dialect)
    const definition = createHash('sha256').update(definitions.join('\n')).digest('hex')
    const object: RecordedObject = { kind: 'base', table: '', name: '', definition }
    return this.#known.has(recordedKey(object)) ? [] : [beginning('prepare the database', definitions, [object])]
  }

  tableAndColumns(layout: TableLayout): PlannedStep[] {
    const { name } = layout.spec
    const table = tableObject(layout)
    const columns = layout.features.map((column) => ({ column, object: columnObject(layout, column) }))
    if (!this.#known.has(recordedKey(table))) {
      const orders = orderIndexes(layout, this.#dialect)
      const made = [
        table,
        ...columns.map(({ object }) => object),
        ...orders.map((index) => indexObject(layout, index)),
        ...repairObjects(layout),
        ...referenceObjects(layout),
        ...fieldsObjects(layout),
      ]
      const definitions = [
        ...tableDefinitions(layout, this.#dialect),
        ...orders.flatMap(({ statements }) => statements),
      ]
      return [beginning(`create table ${name}`, definitions, made)]
    }
    return columns
      .filter(({ object }) => !this.#known.has(recordedKey(object)))
      .map(({ column, object }) =>
        definitionStep(`add column ${name} ${column.name}`, [addColumn(layout, column, this.#dialect)], [object]),
      )
  }

  #missingIndexes(layout: TableLayout): PlannedIndex[] {
    // A new table is created together with these indexes.
    const orders = this.#known.has(recordedKey(tableObject(layout))) ? orderIndexes(layout, this.#dialect) : []
    return [...orders, ...fieldIndexes(layout, this.#dialect)].filter(
      (index) => !this.#known.has(recordedKey(indexObject(layout, index))),
    )
  }

  indexes(layout: TableLayout): PlannedStep[] {
    const { name } = layout.spec
    return this.#missingIndexes(layout).map((index) => {
      const kind = index.of?.spec.unique ? 'unique index' : 'index'
      const object = indexObject(layout, index)
      const statements = [...index.kept, ...index.statements]
      const step = definitionStep(`create ${kind} ${name} ${index.name}`, statements, [object])
      const { of: laidOut } = index
      if (!laidOut?.spec.unique) return step
      const run = async (session: Session, tell: TellProgress) => {
        const twice = await findDuplicates(session, layout, laidOut, this.#dialect)
        if (twice !== null) throw new QuireError('conflict', twice)
        await step.run(session, tell)
      }
      return { ...step, run }
    })
  }

  seed(layout: TableLayout): PlannedStep[] {
    const { name, seed, shape } = layout.spec
    if (!seed) return []
    const object: RecordedObject = { kind: 'seed', table: name, name: seed.id, definition: '' }
    if (this.#known.has(recordedKey(object))) return []
    const run = async (session: Session) => {
      const now = new Date().toISOString()
      const document = { ...seed, revision: 1, createdAt: now, updatedAt: now, shape }
      const { text, parameters } = this.#tables.statements(name).insert(document)
      await session.change(text, parameters)
    }
    return [{ description: `seed ${name}`, destructive: false, run, made: [object], gone: [] }]
  }

  droppedIndexes(): PlannedStep[] {
    const wanted = new Set(
      [...this.#tables.layouts.values()].flatMap((layout) =>
        [...orderIndexes(layout, this.#dialect), ...fieldIndexes(layout, this.#dialect)].map((index) =>
          recordedKey(indexObject(layout, index)),
        ),
      ),
    )
    return this.#recorded
      .filter(
        (object) =>
          object.kind === 'index' && this.#tables.layouts.has(object.table) && !wanted.has(recordedKey(object)),
      )
      .map((object) => {
        const statements = dropIndexes(tableName(object.table), object.definition, this.#dialect)
        const step = definitionStep(`drop index ${object.table} ${object.name}`, statements)
        return { ...step, gone: [object] }
      })
  }

  droppedColumns(): [replaced: PlannedStep[], dropped: PlannedStep[]] {
    const isNeeded = ({ table, name }: RecordedObject) =>
      this.#tables.layouts.get(table)?.features.some((column) => column.name === name) ?? false
    const gone = this.#goneColumns()
    const steps = (objects: readonly RecordedObject[]) => objects.map((object) => this.#dropColumn(object))
    return [steps(gone.filter(isNeeded)), steps(gone.filter((object) => !isNeeded(object)))]
  }

  #goneColumns(): RecordedObject[] {
    return this.#recorded.filter((object) => {
      const layout = object.kind === 'column' ? this.#tables.layouts.get(object.table) : undefined
      return (
        layout && !layout.features.some((column) => recordedKey(columnObject(layout, column)) === recordedKey(object))
      )
    })
  }

  #dropColumn(object: RecordedObject): PlannedStep {
    const statement = dropColumn(tableName(object.table), columnName(object.name), this.#dialect)
    const step = definitionStep(`drop column ${object.table} ${object.name}`, [statement])
    const where = sql`${sql.id(columnName(object.name))} is not null`
    const lost = { table: tableName(object.table), of: 'value', where }
    return { ...destroying(step, lost, this.#dialect), gone: [object] }
  }

  droppedTables(): PlannedStep[] {
    return this.#recorded
      .filter((object) => object.kind === 'table' && !this.#tables.layouts.has(object.table))
      .map(({ table }) => {
        const step = definitionStep(`drop table ${table}`, [dropTable(tableName(table), this.#dialect)])
        const run = async (session: Session, tell: TellProgress) => {
          await step.run(session, tell)
          const forget = sql`delete from ${sql.id(REFERENCES_TABLE)} where "source_table" = ${table}`
          const { text, parameters } = compileStatement(forget, this.#dialect)([])
          await session.change(text, parameters)
        }
        const dropped = destroying(step, { table: tableName(table), of: 'document' }, this.#dialect)
        return { ...dropped, run, gone: ofTable(this.#recorded, DOCUMENT_KINDS, table) }
      })
  }

  /** Columns that statements need before their indexes are created. */
  keptColumns(): string[] {
    return [...this.#tables.layouts.values()].flatMap((layout) =>
      this.#missingIndexes(layout).flatMap(({ kept }) => kept),
    )
  }
}

export async function duplicates(
  tables: DocumentTables,
  session: Session,
  recorded: readonly RecordedObject[],
): Promise<string[]> {
  const known = new Set(recorded.map(recordedKey))
  const found: string[] = []
  for (const layout of tables.layouts.values()) {
    if (!known.has(recordedKey(tableObject(layout)))) continue
    for (const index of fieldIndexes(layout, tables.dialect)) {
      const { of: laidOut } = index
      // The column may not exist yet.
      const isOfContent = laidOut?.parts.every(({ path }) => path.steps[0]?.kind !== 'column')
      if (!laidOut?.spec.unique || !isOfContent || known.has(recordedKey(indexObject(layout, index)))) continue
      const twice = await findDuplicates(session, layout, laidOut, tables.dialect)
      if (twice !== null) found.push(twice)
    }
  }
  return found
}

function columnObject(layout: TableLayout, column: { readonly name: string; readonly type: string }): RecordedObject {
  return { kind: 'column', table: layout.spec.name, name: column.name, definition: column.type }
}

function tableObject({ spec }: TableLayout): RecordedObject {
  return { kind: 'table', table: spec.name, name: '', definition: '' }
}

function indexObject({ spec }: TableLayout, { name, nameInDatabase }: PlannedIndex): RecordedObject {
  return { kind: 'index', table: spec.name, name, definition: nameInDatabase }
}
