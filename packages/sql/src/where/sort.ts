import type { Condition, Path, SortKey } from '@quirecms/core'
import { sql } from 'kysely'
import type { Fragment, OrderKey } from '../dialect/sql-dialect.ts'
import type { Compilation, DocumentInStatement } from './compilation.ts'
import { fixedPaths } from './reach-of.ts'
import { idOf } from './follow-path.ts'
import { leavesDocument, pathKey } from './path-key.ts'
import { scalarKindOf, type Target, targetOf } from './target.ts'

/** The complete order: the keys, then `id` in the direction of the last key, so that pages never overlap. */
export function compileSort(
  sort: readonly SortKey[],
  where: Condition,
  document: DocumentInStatement,
  compilation: Compilation,
): OrderKey[] {
  // A constant sort key is left out: SQLite would sort the rows nevertheless, instead of reading them from an index.
  const fixed = fixedPaths(where)
  const keys = sort
    .filter(({ path, alternatives }) => alternatives || leavesDocument(path) || !fixed.has(pathKey(path)))
    .flatMap((key) => compileKey(key, document, compilation))
  const descending = sort.at(-1)?.descending ?? false
  return [...keys, { value: idOf(document), descending, nullable: false }]
}

function compileKey(
  { path, alternatives, descending }: SortKey,
  document: DocumentInStatement,
  compilation: Compilation,
): OrderKey[] {
  if (!alternatives) return keysOf(path, descending, document, compilation)
  const values = [path, ...alternatives].flatMap((one) => keysOf(one, descending, document, compilation))
  return [{ value: sql`coalesce(${sql.join(values.map(({ value }) => value))})`, descending, nullable: true }]
}

function keysOf(path: Path, descending: boolean, document: DocumentInStatement, compilation: Compilation): OrderKey[] {
  const target = targetOf(path, document, compilation)
  const found = target.comparable(scalarKindOf(path))
  if (!found || !target.through.every(({ single }) => single)) throw new Error('a list of values has no order')
  const key = (value: Fragment): OrderKey => ({ value, descending, nullable: target.nullable })
  // An index orders documents of its own table, not those that refer to them.
  const inIndex = target.through.length === 0 ? found.indexed : undefined
  if (!inIndex) return [key(inOtherDocument(target, found.value))]
  return inIndex.beyond ? [key(inIndex.prefix), key(inIndex.beyond)] : [key(inIndex.prefix)]
}

function inOtherDocument({ through }: Target, value: Fragment): Fragment {
  if (through.length === 0) return value
  const from = through.map((rows) => rows.from)
  const on = through.map((rows) => rows.on)
  return sql`(select ${value} from ${sql.join(from)} where ${sql.join(on, sql` and `)})`
}
