import {
  entersDocument,
  type Comparison,
  type Condition,
  leavesDocument,
  type SearchedWords,
  type SomeRow,
  type Test,
} from '@quirecms/core'
import { sql } from 'kysely'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { type Compilation, type DocumentInStatement, Slot, type TableColumns } from './compilation.ts'
import { followPath, idOf, type JoinStep } from './follow-path.ts'
import { isSearching, withSharedFolds } from './shared-folds.ts'
import { type Target, targetOf } from './target.ts'
import { formOf } from './operators.ts'

/** Begins a statement that already has this many slots. */
export function beginCompilation(
  dialect: SqlDialect,
  columnsOf: (table: string) => TableColumns,
  { slotsTaken = 0, keyed = false, whole = false } = {},
): Compilation {
  let slots = slotsTaken
  let names = 0
  const compilation: Compilation = {
    dialect,
    keyed,
    whole,
    columnsOf,
    slot: () => new Slot(slots++),
    name: (prefix) => `${prefix}${++names}`,
    condition: (condition, document) => {
      const compile = (part: Condition, of: DocumentInStatement) => compileCondition(part, of, compilation)
      return withSharedFolds(condition, document, compilation, compile) ?? compile(condition, document)
    },
  }
  return compilation
}

/**
 * Compiles a condition; slots are in the order of the key's values. Comparisons may be SQL null for false: `where`
 * treats both alike, and only the bare comparison finds an index. The difference matters under `not`, which therefore
 * uses "is not true".
 */
function compileCondition(condition: Condition, document: DocumentInStatement, compilation: Compilation): Fragment {
  const compile = (part: Condition): Fragment => compileCondition(part, document, compilation)
  switch (condition.kind) {
    case 'always':
      return sql`true`
    case 'never':
      return sql`false`
    case 'and':
      return condition.of.length > 0 ? sql`(${sql.join(condition.of.map(compile), sql` and `)})` : sql`true`
    case 'or':
      return condition.of.length > 0 ? sql`(${sql.join(condition.of.map(compile), sql` or `)})` : sql`false`
    case 'not':
      // `exists` is never null, and PostgreSQL only plans the bare form as a join.
      return isOfTwin(condition.of)
        ? sql`(not ${compile(condition.of)})`
        : sql`((${compile(condition.of)}) is not true)`
    case 'compare':
      return compileComparison(condition, document, compilation)
    case 'search':
      return sql`${idOf(document)} in (${wordsFound(condition, document.columns, compilation)})`
    case 'some':
      return compileSome(condition, document, compilation)
  }
}

/** Whether the condition only tests the other copy of the document. */
function isOfTwin(condition: Condition): boolean {
  if (condition.kind !== 'compare' || condition.test.op !== 'is_set') return false
  const [first, ...others] = condition.path.steps
  return first?.kind === 'twin' && others.length === 1 && others[0]?.kind === 'column'
}

type SearchCompilation = Pick<Compilation, 'dialect' | 'slot'>

/** Selects ids of documents that contain the words. */
function wordsFound(
  asked: SearchedWords,
  { searchTable, spec }: TableColumns,
  compilation: SearchCompilation,
): Fragment {
  const [words, locale] = wordParameters(compilation)
  if (!spec.search || asked.words.length === 0)
    return sql`select "id" from (${nothingFound(words, locale)}) as "nothing"`
  return compilation.dialect.fullText.found(searchTable, words, locale)
}

/** Selects ids of documents that contain the words, with their ranks. */
export function wordsRanked(
  asked: SearchedWords,
  { searchTable, spec }: TableColumns,
  compilation: SearchCompilation,
): Fragment {
  const [words, locale] = wordParameters(compilation)
  if (!spec.search || asked.words.length === 0) return nothingFound(words, locale)
  return compilation.dialect.fullText.ranked(searchTable, spec.search.weights, words, locale)
}

function wordParameters({ dialect, slot }: SearchCompilation): [words: Fragment, locale: Fragment] {
  return [dialect.parameter(slot(), 'text'), dialect.parameter(slot(), 'text')]
}

/** For a search without any searchable word: no rows, but a statement that binds the same parameters as any other search. */
function nothingFound(words: Fragment, locale: Fragment): Fragment {
  return sql`select ${words} as "id", 0 as "rank" where ${locale} is null and ${words} is null`
}

/** A condition on a single row: compiled into the innermost subquery on the path to it, so that all its parts see the same row. */
function compileSome({ steps, of }: SomeRow, start: DocumentInStatement, compilation: Compilation): Fragment {
  const { value, document, through } = followPath(steps, start, compilation, leavesDocument(of) || isSearching(of))
  const last = steps.at(-1)
  const asked = compilation.condition(of, last && entersDocument(last) ? document : { ...document, row: value })
  return some(through, asked, compilation)
}

function compileComparison(
  { path, test }: Comparison,
  document: DocumentInStatement,
  compilation: Compilation,
): Fragment {
  const target = targetOf(path, document, compilation, formOf(test).folds)
  const found = compileTest(test, target, compilation)
  if (target.through.length === 0) return sql`(${found})`
  if (test.op === 'all') return sql`(select ${found} from ${rowsOf(target)})`
  if (test.op !== 'is_null') return some(target.through, found, compilation)
  // If the path has at most one value, "is null" is the negation of "has a value", which an index can answer.
  if (!target.through.every(({ single }) => single)) return someOrNone(target.through, found, compilation)
  return sql`((${some(target.through, sql`not (${target.isNull()})`, compilation)}) is not true)`
}

/** Folds the text once and searches all words in the result. */
function compileTest(test: Test, target: Target, compilation: Compilation): Fragment {
  const { dialect } = compilation
  const compile = (read: Target) => formOf(test).compile(test, read, () => compilation.slot(), dialect)
  const { folding } = dialect.search
  if (!folding || test.op !== 'like' || test.words.length < 2 || target.folded) return compile(target)
  const name = compilation.name('f')
  const found = compile({ ...target, folded: sql.id(name, 't0') })
  return sql`(select ${found} from ${folding.once([{ text: target.text(), as: 't0' }], name)})`
}

/** True if at least one value of the path passes the test. */
function some(through: readonly JoinStep[], found: Fragment, { keyed }: Compilation): Fragment {
  return through.reduceRight((inside, rows) => someOf(rows, inside, keyed), sql`(${found})`)
}

function someOf(rows: JoinStep, inside: Fragment, keyed: boolean): Fragment {
  return keyed ? sql`exists (select 1 from ${rows.from} where ${rows.on} and ${inside})` : rows.some(inside)
}

function rowsOf({ through }: Target): Fragment {
  const on = through.map((rows) => rows.on)
  return sql`${sql.join(through.map((rows) => rows.from))} where ${sql.join(on, sql` and `)}`
}

/**
 * An empty list counts as one null, at each level. Nested subqueries, one for each level: joined, the ways to the same
 * document would multiply with each level, and proving that there is no null would visit all of them.
 */
function someOrNone(through: readonly JoinStep[], found: Fragment, { keyed }: Compilation): Fragment {
  return through.reduceRight(
    (inside, rows) => sql`((${someOf(rows, sql`true`, keyed)}) is not true or ${someOf(rows, inside, keyed)})`,
    sql`(${found})`,
  )
}
