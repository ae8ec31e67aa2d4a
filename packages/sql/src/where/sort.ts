import type { SortKey } from '@quire/core'
import { sql } from 'kysely'
import type { Fragment } from '../dialect/sql-dialect.ts'
import type { Compilation, DocumentInStatement } from './compilation.ts'
import { idOf } from './follow-path.ts'
import { scalarKindOf, type Target, targetOf } from './target.ts'

/** The whole order: the keys, then `id` in the direction of the last one, so that pages never overlap. */
export function compileSort(
  sort: readonly SortKey[],
  document: DocumentInStatement,
  compilation: Compilation,
): Fragment {
  const keys = sort.flatMap((key) => compileKey(key, document, compilation))
  const descending = sort.at(-1)?.descending ?? false
  return sql.join([...keys, compilation.dialect.order(idOf(document), { descending, nullable: false })])
}

function compileKey(
  { path, descending }: SortKey,
  document: DocumentInStatement,
  compilation: Compilation,
): Fragment[] {
  const { dialect } = compilation
  const target = targetOf(path, document, compilation)
  const found = target.comparable(scalarKindOf(path))
  if (!found || !target.through.every(({ single }) => single)) throw new Error('a list of values has no order')
  const options = { descending, nullable: target.nullable }
  const order = dialect.order(inOtherDocument(target, found.value), options)
  // An index orders the documents that it is of, and no others by them.
  const isOrdered = found.indexed && target.through.length === 0
  return isOrdered ? [dialect.order(found.indexed, options), order] : [order]
}

/** The value in a document that this one points to. */
function inOtherDocument({ through }: Target, value: Fragment): Fragment {
  if (through.length === 0) return value
  const from = through.map((rows) => rows.from)
  const on = through.map((rows) => rows.on)
  return sql`(select ${value} from ${sql.join(from)} where ${sql.join(on, sql` and `)})`
}
