import { type JsonObject, QuireError, renameTargets } from '@quirecms/core'
import { sql } from 'kysely'
import type { Session } from '../dialect/database.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import { compileStatement } from '../documents/statement.ts'
import { tableName } from '../documents/table-layout.ts'
import { placesOfContent, rewriteContent } from './change-content.ts'
import { nameInDatabase } from './database-names.ts'
import { dropIndex, dropTable, written } from './definitions.ts'
import { dropIndexes } from './index-definitions.ts'
import { dropWords } from './plan-search.ts'
import type { PlannedStep } from './planned-step.ts'
import { DOCUMENT_KINDS, RECORD_KINDS, type RecordedObject } from './record.ts'
import { namesOf, type Others, type Rename, renameInRecords, renameInReferences } from './rename-everywhere.ts'

/** Objects that are dropped, and created by later steps under the new name. */
const MADE_ANEW: ReadonlySet<RecordedObject['kind']> = new Set(['index', 'record-index', 'search'])

/** Recorded state after all renames; the remaining steps are planned from it. */
export interface PlannedRenames {
  readonly steps: readonly PlannedStep[]
  readonly recorded: readonly RecordedObject[]
  readonly former: (table: string) => string
}

/** Renames tables of renamed collections and globals, and all references to them. */
export function planRenames(tables: DocumentTables, recorded: readonly RecordedObject[]): PlannedRenames {
  const renames = pendingRenames(tables, recorded)
  const steps: PlannedStep[] = []
  let known = recorded
  for (const [index, rename] of renames.entries()) {
    const step = planned(tables, known, rename, {
      former: (table) => formerName(table, renames.slice(index + 1)),
      later: (table) => laterName(table, renames.slice(index + 1)),
      recorded: () => known,
    })
    steps.push(step)
    const replaced = new Set([...step.gone, ...step.made].map(objectKey))
    known = [...known.filter((object) => !replaced.has(objectKey(object))), ...step.made]
  }
  return { steps, recorded: known, former: (table) => formerName(table, renames) }
}

function pendingRenames(tables: DocumentTables, recorded: readonly RecordedObject[]): Rename[] {
  return [...tables.layouts.values()].flatMap((layout): Rename[] => {
    const { name: to, renamedFrom: from } = layout.spec
    return from !== undefined && isTable(recorded, from) ? [{ layout, from, to }] : []
  })
}

function formerName(table: string, renames: readonly Rename[]): string {
  const rename = renames.find(({ to }) => belongsTo(table, to))
  return rename ? rename.from + table.slice(rename.to.length) : table
}

function laterName(table: string, renames: readonly Rename[]): string {
  const rename = renames.find(({ from }) => belongsTo(table, from))
  return rename ? rename.to + table.slice(rename.from.length) : table
}

function objectKey({ kind, table, name }: RecordedObject): string {
  return JSON.stringify([kind, table, name])
}

function belongsTo(table: string, owner: string): boolean {
  return table === owner || table.startsWith(`${owner}:`)
}

/** Throws, before any step runs, if a new slug is already in use. */
export async function checkRenames(
  tables: DocumentTables,
  session: Session,
  recorded: readonly RecordedObject[],
): Promise<void> {
  for (const rename of pendingRenames(tables, recorded))
    if (isTable(recorded, rename.to)) await refuseIfUsed(tables, session, rename)
}

function isTable(recorded: readonly RecordedObject[], table: string): boolean {
  return recorded.some((object) => object.kind === 'table' && object.table === table)
}

function planned(
  tables: DocumentTables,
  recorded: readonly RecordedObject[],
  rename: Rename,
  next: Others,
): PlannedStep {
  const { from, to } = rename
  const { kind, before, after } = namesOf(rename)
  const replaced = recorded.filter((object) => belongsTo(object.table, to))
  const moved = recorded.filter((object) => belongsTo(object.table, from))
  const renamed = (table: string) => (belongsTo(table, from) ? to + table.slice(from.length) : table)
  const made = moved.flatMap((object): RecordedObject[] => {
    // Their names contain that of the table, so they are created anew.
    if (MADE_ANEW.has(object.kind)) return []
    const table = renamed(object.table)
    if (object.kind === 'seed') return [{ ...object, table, name: after }]
    const namesTable = object.kind === 'copies' || object.kind === 'record-fill'
    return [{ ...object, table, name: namesTable ? renamed(object.name) : object.name }]
  })
  const others = recorded.filter((object) => !replaced.includes(object) && !moved.includes(object))
  const pointing = [...others, ...made].flatMap((object) => {
    const changed =
      kind === 'collection' && object.kind === 'fields' ? renameTargets(object.definition, before, after) : null
    return changed ? [{ object, changed }] : []
  })
  const retargeted = pointing.map(({ object, changed }) => ({ ...object, definition: changed.form }))
  const isRetargeted = new Set(pointing.map(({ object }) => object))
  const placesOf = (table: string) =>
    placesOfContent(tables, next.later(table), next.recorded(), (name) => next.former(name))
  return {
    description: `rename ${kind} ${before} to ${after}`,
    destructive: false,
    async run(session) {
      if (replaced.length > 0) await refuseIfUsed(tables, session, rename)
      for (const statement of dropped(replaced, tables)) await session.command(statement)
      for (const table of new Set([...replaced, ...moved].filter(isOfSearch).map((object) => object.table)))
        await dropWords(tables, session, table)
      for (const statement of moves(moved, renamed, tables)) await session.command(statement)
      await renameInRecords(tables, session, rename, next)
      await renameInReferences(tables, session, rename, renamed, moved)
      for (const { object, changed } of pointing)
        await rewriteContent(tables, session, placesOf(object.table), (content) => changed.change(content))
      const own = rename.layout.spec.content?.renamed ?? []
      const rewrite = (content: JsonObject) => own.map((change) => change(content, before, after)).includes(true)
      if (own.length > 0) await rewriteContent(tables, session, placesOf(to), rewrite)
    },
    made: [...made.filter((object) => !isRetargeted.has(object)), ...retargeted],
    gone: [...replaced, ...moved],
  }
}

/**
 * The application may have been started once with only the new slug: an empty table or an unwritten global may be
 * replaced.
 */
async function refuseIfUsed({ dialect }: DocumentTables, session: Session, rename: Rename): Promise<void> {
  const { kind, before, after } = namesOf(rename)
  const used = sql`select "id" from ${sql.id(tableName(rename.to))} ${kind === 'global' ? sql`where "revision" > 1` : sql``} limit 1`
  const { text, parameters } = compileStatement(used, dialect)([])
  if ((await session.rows(text, parameters)).length === 0) return
  throw new QuireError(
    'conflict',
    `The ${kind} "${after}" cannot be renamed from "${before}", because both have content. ` +
      `Leave out \`renamedFrom\`, and move what you need with a data migration.`,
  )
}

function isOfSearch({ kind }: RecordedObject): boolean {
  return kind === 'search'
}

function dropped(objects: readonly RecordedObject[], { dialect }: DocumentTables): string[] {
  return objects.flatMap(({ kind, table }) => {
    if (kind === 'table') return [dropTable(tableName(table), dialect)]
    return kind === 'records' ? [dropTable(nameInDatabase('rec', table), dialect)] : []
  })
}

function moves(
  objects: readonly RecordedObject[],
  renamed: (table: string) => string,
  { dialect }: DocumentTables,
): string[] {
  const move = (prefix: 'doc' | 'rec', table: string) => {
    const [from, to] = [table, renamed(table)].map((name) => sql.id(nameInDatabase(prefix, name)))
    return written(sql`alter table ${from} rename to ${to}`, dialect)
  }
  const isDocuments = ({ kind }: RecordedObject) => (DOCUMENT_KINDS as readonly string[]).includes(kind)
  const isRecords = ({ kind }: RecordedObject) => (RECORD_KINDS as readonly string[]).includes(kind)
  const indexes = objects.flatMap(({ kind, table, definition }) => {
    if (kind === 'index') return dropIndexes(tableName(table), definition, dialect)
    return kind === 'record-index' ? [dropIndex(definition, dialect)] : []
  })
  const named = (kind: RecordedObject['kind'], of: (object: RecordedObject) => boolean) =>
    objects.filter((object) => object.kind === kind && of(object)).map(({ table }) => table)
  return [
    ...indexes,
    ...named('table', isDocuments).map((table) => move('doc', table)),
    ...named('records', isRecords).map((table) => move('rec', table)),
  ]
}
