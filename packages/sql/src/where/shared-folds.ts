import type { Condition, Path } from '@quirecms/core'
import { sql } from 'kysely'
import type { Fragment } from '../dialect/sql-dialect.ts'
import type { Compilation, DocumentInStatement } from './compilation.ts'
import { pathKey } from './path-key.ts'
import { targetOf } from './target.ts'
import { formOf } from './operators.ts'

type CompilePart = (part: Condition, document: DocumentInStatement) => Fragment

/**
 * The condition, with texts that several tests search folded once, in rows joined to the document. Undefined if no text
 * is searched twice. Parts without searches stay outside, so that they can use indexes.
 */
export function withSharedFolds(
  condition: Condition,
  document: DocumentInStatement,
  compilation: Compilation,
  compile: CompilePart,
): Fragment | undefined {
  const { folding } = compilation.dialect.search
  const searches = folding ? searchesIn(condition) : []
  const shared = new Map(searches.map((path) => [pathKey(path), path]))
  if (!folding || shared.size === searches.length) return undefined
  const name = compilation.name('f')
  const texts = [...shared].map(([key, path], index) => ({
    key,
    as: `t${index}`,
    text: targetOf(path, document, compilation).text(),
  }))
  const folded = new Map(texts.map(({ key, as }) => [key, sql.id(name, as)]))
  const searching: Fragment[] = []
  const others: Fragment[] = []
  // In the order of the condition, like the slots.
  for (const part of condition.kind === 'and' ? condition.of : [condition]) {
    const into = searchesIn(part).length > 0 ? searching : others
    into.push(compile(part, { ...document, folded }))
  }
  const all = sql`(select ${sql.join(searching, sql` and `)} from ${folding.once(texts, name)})`
  return sql`(${sql.join([...others, all], sql` and `)})`
}

export function isSearching(condition: Condition): boolean {
  return searchesIn(condition).length > 0
}

/** Paths to searched texts of the document itself, once for each search. */
function searchesIn(condition: Condition): Path[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.of.flatMap(searchesIn)
    case 'not':
      return searchesIn(condition.of)
    case 'compare':
      return formOf(condition.test).folds && condition.path.steps.every(({ kind }) => SINGLE.has(kind))
        ? [condition.path]
        : []
    default:
      return []
  }
}

const SINGLE: ReadonlySet<Path['steps'][number]['kind']> = new Set(['column', 'key', 'locale'])
