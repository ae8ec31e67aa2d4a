import { entersDocument, type Path } from '@quirecms/core'
import { sql } from 'kysely'
import type { Fragment, KeptValues, ScalarKind, SqlJson } from '../dialect/sql-dialect.ts'
import type { Compilation, DocumentInStatement } from './compilation.ts'
import { columnOf, followPath, indexIn, type JoinStep, type Reached } from './follow-path.ts'
import { pathKey } from './path-key.ts'

export interface Target {
  /** The value in comparisons; undefined if the path never has such values. SQL null if the value has another type. */
  comparable(kind: ScalarKind): Comparable | undefined
  /** The value if it is a string, whatever the type of the path. */
  text(): Fragment
  /** The text with its case folded, if the statement has computed that already. */
  readonly folded?: Fragment | undefined
  isNull(): Fragment
  raw(): Fragment
  readonly indexKey: Fragment | undefined
  readonly through: readonly JoinStep[]
  readonly nullable: boolean
}

export interface Comparable {
  readonly value: Fragment
  /** What the path's index holds instead of the value; compared first, so that the index is used. */
  readonly indexed?: KeptText
}

export interface KeptText {
  readonly prefix: Fragment
  /** Sort key for long texts with the same prefix; undefined if no text is longer than its prefix. */
  readonly beyond: Fragment | undefined
  readonly of: KeptValues
}

export function targetOf(
  path: Path,
  document: DocumentInStatement,
  compilation: Compilation,
  isSearched = false,
): Target {
  const reached = followPath(path.steps, document, compilation, isSearched)
  const last = path.steps.at(-1)
  const target =
    last?.kind === 'column' ? columnTarget(last.name, reached, compilation) : jsonTarget(path, reached, compilation)
  return { ...target, folded: document.folded?.get(pathKey(path)) }
}

function columnTarget(name: string, { document, through }: Reached, { dialect }: Compilation): Target {
  const { column, type, nullable, scope } = document.columns.column(name)
  const value = dialect.column(columnOf(document, column), type)
  const kindOfColumn = type === 'integer' ? 'number' : 'text'
  return {
    comparable: (kind) => (kind === kindOfColumn ? { value } : undefined),
    text: () => (kindOfColumn === 'text' ? value : sql`null`),
    isNull: () => sql`${scope ? dialect.unselective(value) : value} is null`,
    raw: () => sql`null`,
    indexKey: undefined,
    through,
    nullable: nullable || through.length > 0,
  }
}

function jsonTarget(path: Path, { value, document, through }: Reached, { dialect }: Compilation): Target {
  // The index belongs to the document with the value, so the way there is not part of its key.
  const steps = path.steps.slice(path.steps.findLastIndex(entersDocument) + 1)
  const index = indexIn(document, pathKey({ ...path, steps }))
  const comparable = (kind: ScalarKind): Comparable | undefined => {
    const read = readAs(value, path, kind)
    if (!read || !index || !dialect.kept) return read && { value: read }
    const kept = columnOf(document, index.column)
    if (kind !== 'text') return { value: kept }
    const beyond = index.short ? undefined : dialect.kept.beyond(kept, read)
    return { value: read, indexed: { prefix: kept, beyond, of: dialect.kept } }
  }
  const indexed = index ? comparable(scalarKindOf(path)) : undefined
  return {
    comparable,
    text: () => value.read('text'),
    isNull: () => value.isNull(),
    raw: () => value.raw(),
    indexKey: indexed?.indexed?.prefix ?? indexed?.value,
    through,
    nullable: true,
  }
}

export function indexedExpression(path: Path, document: DocumentInStatement, compilation: Compilation): Fragment {
  const expression = readAs(followPath(path.steps, document, compilation).value, path, scalarKindOf(path))
  if (!expression) throw new Error(`nothing of ${pathKey(path)} can be indexed`)
  return expression
}

/** A pair is compared as one text: ids and slugs contain no slash. */
function readAs(value: SqlJson, { storedAs }: Path, kind: ScalarKind): Fragment | undefined {
  if (storedAs === 'pair' && kind === 'text') {
    return sql`(${value.key('relationTo').read('text')} || '/' || ${value.key('value').read('text')})`
  }
  return storedAs === kind || storedAs === 'json' ? value.read(kind) : undefined
}

export function scalarKindOf(path: Path): ScalarKind {
  switch (path.storedAs) {
    case 'text':
    case 'number':
    case 'boolean':
      return path.storedAs
    case 'pair':
      return 'text'
    default:
      throw new Error(`a ${path.storedAs} has no order`)
  }
}
