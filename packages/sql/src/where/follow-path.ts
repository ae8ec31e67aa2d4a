import type { Path, PathStep } from '@quire/core'
import { sql } from 'kysely'
import type { Fragment, SqlJson, SqlRows } from '../dialect/sql-dialect.ts'
import { REFERENCES_TABLE } from '../schema/own-tables.ts'
import type { Compilation, DocumentInStatement } from './compilation.ts'
import { pathKey } from './path-key.ts'

/** Where a path leads: to one value of each document, or, through rows, elements and other documents, to any number. */
export interface Reached {
  readonly value: SqlJson
  /** The document that the value is in. */
  readonly document: DocumentInStatement
  /** What the path goes through, in its order. */
  readonly through: readonly Passage[]
}

/** Rows that a path goes through. Each may refer to those before it. */
export interface Passage extends SqlRows {
  /** Whether there is at most one. */
  readonly single: boolean
  /** Of a reference: the same as `on`, taken apart into what is looked up and where. */
  readonly lookup?: Lookup
}

/** `where` and `reference` are about what comes before the passage; `key` and `within` about the document that it leads to. */
export interface Lookup {
  readonly reference: Fragment
  readonly key: Fragment
  readonly where: Fragment | undefined
  readonly within: Fragment | undefined
}

/** Follows the path up to its end, or to the column that it ends in. */
export function followPath(path: Path, start: DocumentInStatement, compilation: Compilation): Reached {
  const { dialect } = compilation
  const through: Passage[] = []
  let document = start
  let value = dialect.document(start.name)
  const enter = (step: Extract<PathStep, { table: string }>, link: (name: string) => Passage) => {
    const name = compilation.name('d')
    document = { columns: compilation.columnsOf(step.table), name }
    const { from, on, single, lookup } = link(name)
    const within = step.scope.kind === 'always' ? undefined : compilation.condition(step.scope, document)
    through.push({
      from,
      on: within ? sql`${on} and ${within}` : on,
      single,
      ...(lookup && { lookup: { ...lookup, within } }),
    })
    value = dialect.document(name)
  }

  for (const [index, step] of path.steps.entries()) {
    switch (step.kind) {
      case 'column':
        return { value, document, through }
      case 'key':
        value = value.key(step.name)
        break
      case 'locale':
        value = inLocale(value, step.chain, compilation)
        break
      case 'rows':
      case 'elements':
      case 'blocks': {
        const rows = value.each(compilation.name('r'))
        const on =
          step.kind === 'blocks' ? sql`${rows.on} and ${isBlock(rows.element, step.block, compilation)}` : rows.on
        through.push({ from: rows.from, on, single: false })
        value = rows.element
        break
      }
      case 'hop': {
        const reference = value
        const isIndexed = document.columns.isIndexed(pathKey({ storedAs: 'text', steps: path.steps.slice(0, index) }))
        enter(step, (name) => hop(reference, isIndexed, step, name, compilation))
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

/** One locale is an ordinary key, so that its index is found. */
function inLocale(value: SqlJson, chain: readonly string[], { dialect }: Compilation): SqlJson {
  const [first, ...others] = chain.map((locale) => value.key(locale))
  if (!first) return dialect.firstSet([])
  return others.length === 0 ? first : dialect.firstSet([first, ...others])
}

function isBlock(row: SqlJson, block: string, { dialect }: Compilation): Fragment {
  return sql`${row.key('blockType').read('text')} = ${dialect.parameter(block, 'text')}`
}

function hop(
  reference: SqlJson,
  isIndexed: boolean,
  { table, relationTo }: Extract<PathStep, { kind: 'hop' }>,
  name: string,
  compilation: Compilation,
): Passage {
  const { dialect } = compilation
  const from = sql`${sql.id(compilation.columnsOf(table).table)} as ${sql.id(name)}`
  const key = sql.id(name, 'id')
  const link = (id: Fragment, where: Fragment | undefined): Passage => {
    const isTarget = sql`${key} = ${id}`
    const on = where ? sql`${where} and ${isTarget}` : isTarget
    // What an index holds of a text is the whole of an id, which is short.
    const indexed = isIndexed ? (dialect.textPrefix?.(id) ?? id) : id
    return { from, on, single: true, lookup: { reference: indexed, key, where, within: undefined } }
  }
  if (relationTo === null) return link(reference.read('text'), undefined)
  const isMeant = sql`${reference.key('relationTo').read('text')} = ${dialect.parameter(relationTo, 'text')}`
  return link(reference.key('value').read('text'), isMeant)
}

/** Through the relationship index, where a source may stand several times: once a locale. */
function inverse(
  target: Fragment,
  { table, path, collection }: Extract<PathStep, { kind: 'inverse' }>,
  name: string,
  compilation: Compilation,
): Passage {
  const { dialect } = compilation
  const index = compilation.name('x')
  const column = (of: string) => sql.id(index, of)
  const text = (value: string) => dialect.parameter(value, 'text')
  const source = sql`${sql.id(compilation.columnsOf(table).table)} as ${sql.id(name)}`
  const joined = sql`${source} on ${sql.id(name, 'id')} = ${column('source_id')}`
  return {
    from: sql`(${sql.id(REFERENCES_TABLE)} as ${sql.id(index)} join ${joined})`,
    on: sql`${column('target_collection')} = ${text(collection)} and ${column('target_id')} = ${target}
      and ${column('source_table')} = ${text(table)} and ${column('path')} = ${text(path)}`,
    single: false,
  }
}

export function idOf({ name }: DocumentInStatement): Fragment {
  return name === undefined ? sql.id('id') : sql.id(name, 'id')
}
