import { onceFor, QuireError, type RecordIndex } from '@quirecms/core'
import { UniqueViolation } from '../dialect/database.ts'
import type { SqlDialect } from '../dialect/sql-dialect.ts'
import type { RecordTables } from '../records/record-statements.ts'
import type { LaidOutColumn, RecordLayout } from '../records/record-layout.ts'
import { columnName, nameInDatabase } from './database-names.ts'
import {
  addRecordColumn,
  dropColumn,
  dropIndex,
  dropTable,
  recordIndexDefinition,
  recordTableDefinitions,
} from './definitions.ts'
import { beginning, definitionStep, destroying, type PlannedStep } from './planned-step.ts'
import { recordedKey, ofTable, RECORD_KINDS, type RecordedObject } from './record.ts'

export function planRecords(
  tables: RecordTables,
  dialect: SqlDialect,
  recorded: readonly RecordedObject[],
): PlannedStep[] {
  return [
    ...tables.layouts.flatMap((layout) =>
      planTable(layout, dialect, ofTable(recorded, RECORD_KINDS, layout.spec.name)),
    ),
    ...recorded
      .filter(({ kind, table }) => kind === 'records' && !tables.has(table))
      .map(({ table }) => {
        const name = nameInDatabase('rec', table)
        const step = definitionStep(`drop record table ${table}`, [dropTable(name, dialect)])
        const dropped = destroying(step, { table: name, of: 'record' }, dialect)
        return { ...dropped, gone: ofTable(recorded, RECORD_KINDS, table) }
      }),
  ]
}

function planTable(layout: RecordLayout, dialect: SqlDialect, recorded: readonly RecordedObject[]): PlannedStep[] {
  const { name } = layout.spec
  const definitions = recordTableDefinitions(layout, dialect)
  const wanted = objectsOf(layout)
  if (recorded.length === 0) return [beginning(`create record table ${name}`, definitions, wanted)]
  if (!canBeChanged(layout, recorded)) {
    const step = definitionStep(
      `replace record table ${name}`,
      [dropTable(layout.table, dialect), ...definitions],
      wanted,
    )
    return [{ ...step, destructive: true, gone: recorded }]
  }
  const known = new Set(recorded.map(recordedKey))
  const isMissing = (object: RecordedObject) => !known.has(recordedKey(object))
  const wantedKeys = new Set(wanted.map(recordedKey))
  const leftOver = recorded.filter((object) => !wantedKeys.has(recordedKey(object)))
  return [
    ...leftOver.filter(({ kind }) => kind === 'record-index').map((index) => droppedIndex(index, dialect)),
    ...leftOver.filter(({ kind }) => kind === 'record-column').map((column) => droppedColumn(column, layout, dialect)),
    ...layout.columns
      .filter((column) => isMissing(columnObject(layout, column)))
      .map((column) => {
        const statement = addRecordColumn(layout, column, dialect)
        return definitionStep(`add record column ${name} ${column.name}`, [statement], [columnObject(layout, column)])
      }),
    ...layout.spec.indexes
      .filter((index) => isMissing(indexObject(layout, index)))
      .map((index) => addedIndex(layout, index, dialect)),
  ]
}

/** With another key or type, old records are of no use. */
function canBeChanged(layout: RecordLayout, recorded: readonly RecordedObject[]): boolean {
  const table = recorded.find(({ kind }) => kind === 'records')
  if (table?.definition !== tableObject(layout).definition) return false
  return layout.columns.every(({ name, type }) => {
    const before = recorded.find((object) => object.kind === 'record-column' && object.name === name)
    return !before || before.definition === type
  })
}

function droppedIndex(index: RecordedObject, dialect: SqlDialect): PlannedStep {
  const step = definitionStep(`drop record index ${index.table} ${index.name}`, [dropIndex(index.definition, dialect)])
  return { ...step, gone: [index] }
}

function droppedColumn(column: RecordedObject, layout: RecordLayout, dialect: SqlDialect): PlannedStep {
  const statement = dropColumn(layout.table, columnName(column.name), dialect)
  const step = definitionStep(`drop record column ${column.table} ${column.name}`, [statement])
  return { ...step, destructive: true, gone: [column] }
}

function addedIndex(layout: RecordLayout, index: RecordIndex, dialect: SqlDialect): PlannedStep {
  const object = indexObject(layout, index)
  const kind = index.unique ? 'unique record index' : 'record index'
  const statement = recordIndexDefinition(layout, index, dialect)
  const step = definitionStep(`create ${kind} ${object.table} ${object.name}`, [statement], [object])
  const refuse = (error: unknown) => {
    if (!(error instanceof UniqueViolation)) throw error
    const message = `Records in ${object.table} have the same ${object.name}, which must be unique from now on.`
    throw new QuireError('conflict', message, { cause: error })
  }
  return { ...step, run: (session, tell) => step.run(session, tell).catch(refuse) }
}

const objectsOf = onceFor((layout: RecordLayout): readonly RecordedObject[] => [
  tableObject(layout),
  ...layout.columns.map((column) => columnObject(layout, column)),
  ...layout.spec.indexes.map((index) => indexObject(layout, index)),
])

function tableObject({ spec }: RecordLayout): RecordedObject {
  return { kind: 'records', table: spec.name, name: '', definition: spec.key.join(' ') }
}

function columnObject({ spec }: RecordLayout, { name, type }: LaidOutColumn): RecordedObject {
  return { kind: 'record-column', table: spec.name, name, definition: type }
}

function indexObject(layout: RecordLayout, index: RecordIndex): RecordedObject {
  const name = index.columns.join(' ')
  return { kind: 'record-index', table: layout.spec.name, name, definition: layout.indexName(index) }
}
