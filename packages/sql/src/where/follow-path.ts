import { entersDocument, leavesDocument, type PathStep } from '@quirecms/core'
import { sql } from 'kysely'
import type { Fragment, SqlJson, SqlRows } from '../dialect/sql-dialect.ts'
import { REFERENCES_TABLE } from '../schema/database-names.ts'
import type { Compilation, DocumentInStatement, IndexedPath } from './compilation.ts'
import { SqlPart } from './part.ts'
import { pathKey } from './path-key.ts'

export interface Reached {
  readonly value: SqlJson
  readonly document: DocumentInStatement
  /** Steps of the path, in order. */
  readonly through: readonly JoinStep[]
}

/** Rows that a path traverses. Each step may refer to earlier ones. */
export interface JoinStep extends SqlRows {
  /** Whether it has at most one row, so that a single value follows. */
  readonly single: boolean
  /**
   * A subquery that is true if a row passes the test. A step into other documents is inverted: the matching documents
   * are selected once, and the reference is looked up among them. Otherwise they would be looked up for each document,
   * and a database without statistics might choose the wrong order.
   */
  readonly some: (inside: Fragment) => Fragment
}

/** A step into other documents, before the access rule of these is known. */
interface Link extends SqlRows {
  readonly single: boolean
  readonly some: (passing: Fragment) => Fragment
}

/**
 * Follows the path to its end or to its final column. With `isDear`, the test runs once for each document instead of
 * once for each row that leads to it: it searches texts, or continues into other documents.
 */
export function followPath(
  steps: readonly PathStep[],
  start: DocumentInStatement,
  compilation: Compilation,
  isDear = false,
): Reached {
  const { dialect } = compilation
  const through: JoinStep[] = []
  let document = start
  let value = start.row ?? dialect.document(start.name)
  /** Whether the value is in one of several rows of its document. */
  let isInRow = start.row !== undefined
  const enter = (step: Extract<PathStep, { table: string }>, link: (name: string) => Link) => {
    const name = compilation.name('d')
    document = { columns: compilation.columnsOf(step.table), name }
    const { from, on, single, some } = link(name)
    const within = step.scope.kind === 'always' ? undefined : compilation.condition(step.scope, document)
    through.push({
      from,
      on: within ? sql`${on} and ${within}` : on,
      single,
      some: (inside) => some(within ? sql`${within} and ${inside}` : inside),
    })
    value = dialect.document(name)
    isInRow = false
  }

  for (const [index, step] of steps.entries()) {
    switch (step.kind) {
      case 'column':
        return { value, document, through }
      case 'key':
        value = value.key(step.name)
        break
      case 'locale':
        value = inLocale(value, step.chain, compilation)
        break
      case 'part':
        value = new SqlPart(value, step.reading, dialect)
        break
      case 'rows':
      case 'elements':
      case 'blocks': {
        const rows = value.each(compilation.name('r'))
        const { from, element } = rows
        const on =
          step.kind === 'blocks' ? sql`${rows.on} and ${isOfBlocks(element, step.blocks, compilation)}` : rows.on
        const some = (inside: Fragment) => sql`exists (select 1 from ${from} where ${on} and ${inside})`
        through.push({ from, on, single: false, some })
        value = element
        isInRow = true
        break
      }
      case 'hop': {
        const reference = value
        const indexed = indexIn(document, pathKey({ storedAs: 'text', steps: steps.slice(0, index) }))
        // Ids are short, so the index has them as a whole.
        const kept = indexed && dialect.kept && columnOf(document, indexed.column)
        const goesOn = steps.slice(index + 1).some(entersDocument) || leavesDocument(step.scope)
        const isListed = isInRow && (isDear || goesOn)
        enter(step, (name) => {
          const link = hop(reference, kept, step, name, compilation)
          return isListed ? { ...link, some: (passing) => dialect.listedOnce(link.some(passing)) } : link
        })
        break
      }
      case 'twin': {
        const own = idOf(document)
        enter(step, (name) => twin(own, step.table, name, compilation))
        break
      }
      case 'inverse': {
        const target = idOf(document)
        enter(step, (name) => inverse(target, step, name, compilation))
        break
      }
    }
  }
  return { value, document, through }
}

/** A single locale is an ordinary key, so that its index is found. */
function inLocale(value: SqlJson, chain: readonly string[], { dialect }: Compilation): SqlJson {
  const [first, ...others] = chain.map((locale) => value.key(locale))
  if (!first) return dialect.firstSet([])
  return others.length === 0 ? first : dialect.firstSet([first, ...others])
}

function isOfBlocks(row: SqlJson, blocks: readonly string[], { dialect }: Compilation): Fragment {
  const type = row.key('blockType').read('text')
  return sql`${type} in (${sql.join(blocks.map((block) => dialect.parameter(block, 'text')))})`
}

function hop(
  reference: SqlJson,
  kept: Fragment | undefined,
  { table, relationTo }: Extract<PathStep, { kind: 'hop' }>,
  name: string,
  compilation: Compilation,
): Link {
  if (relationTo === null) {
    const id = reference.read('text')
    return linkById(id, kept ?? id, table, name, compilation)
  }
  const isMeant = sql`${reference.key('relationTo').read('text')} = ${compilation.dialect.parameter(relationTo, 'text')}`
  const id = reference.key('value').read('text')
  const { from, on, single, some } = linkById(id, kept ?? id, table, name, compilation)
  return {
    from,
    on: sql`(${isMeant} and ${on})`,
    single,
    some: (passing) => sql`(${isMeant} and ${some(passing)})`,
  }
}

/**
 * The other copy of a document is looked up by its key, since a page has few documents. Statements that scan all
 * documents use a list of the copies, unless the database chooses by itself.
 */
function twin(id: Fragment, table: string, name: string, compilation: Compilation): Link {
  const link = linkById(id, id, table, name, compilation)
  if (compilation.whole && !compilation.dialect.joinsExisting) return link
  const { from, on, single } = link
  return { from, on, single, some: (passing) => sql`exists (select 1 from ${from} where ${on} and ${passing})` }
}

/** `looked` is the id in the form that lists contain. */
function linkById(id: Fragment, looked: Fragment, table: string, name: string, compilation: Compilation): Link {
  const { dialect } = compilation
  const from = sql`${sql.id(compilation.columnsOf(table).table)} as ${sql.id(name)}`
  const key = sql.id(name, 'id')
  return {
    from,
    on: sql`${key} = ${id}`,
    single: true,
    some: (passing) => sql`${looked} in (select ${dialect.untyped(key)} from ${from} where ${passing})`,
  }
}

/** Uses the relationship index, which has a row for each locale of a source. */
function inverse(
  target: Fragment,
  { table, path, collection }: Extract<PathStep, { kind: 'inverse' }>,
  name: string,
  compilation: Compilation,
): Link {
  const { dialect } = compilation
  const index = compilation.name('x')
  const column = (of: string) => sql.id(index, of)
  const text = (value: string) => dialect.parameter(value, 'text')
  const references = sql`${sql.id(REFERENCES_TABLE)} as ${sql.id(index)}`
  const source = sql`${sql.id(compilation.columnsOf(table).table)} as ${sql.id(name)}`
  const key = sql.id(name, 'id')
  const isLink = sql`${column('source_table')} = ${text(table)} and ${column('path')} = ${text(path)}`
  const isOf = (targets: Fragment) => sql`${targets} = ${text(collection)}`
  return {
    from: sql`(${references} join ${source} on ${key} = ${column('source_id')})`,
    on: sql`${isOf(column('target_collection'))} and ${column('target_id')} = ${target} and ${isLink}`,
    single: false,
    some: (passing) => sql`${target} in (select ${column('target_id')} from ${references}
      where ${isLink} and ${column('source_id')} in (select ${key} from ${source} where ${passing})
      and ${isOf(dialect.unselective(column('target_collection')))})`,
  }
}

export function indexIn({ columns, row }: DocumentInStatement, key: string): IndexedPath | undefined {
  return row ? undefined : columns.indexOf(key)
}

export function idOf(document: DocumentInStatement): Fragment {
  return columnOf(document, 'id')
}

export function columnOf({ name }: DocumentInStatement, column: string): Fragment {
  return name === undefined ? sql.id(column) : sql.id(name, column)
}
