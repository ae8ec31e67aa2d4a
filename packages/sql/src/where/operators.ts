import {
  type Scalar,
  SHORT_TEXT,
  type Test,
  isStorableJson,
  isStorableText,
  type Condition,
  type Path,
  type PathStep,
  type SortKey,
} from '@quirecms/core'
import { sql } from 'kysely'
import type { SqlValue } from '../dialect/database.ts'
import type { Fragment, ScalarKind, SearchedPart, SqlDialect } from '../dialect/sql-dialect.ts'
import type { Slot } from './compilation.ts'
import type { Target } from './target.ts'
import { leavesDocument, pathKey, stepKey } from './path-key.ts'

/** How one operator becomes SQL. The fragment may be SQL null for false; code that negates it must handle that. */
interface OperatorSql<T extends Test> {
  /** The part of the test that is in the statement's text. */
  readonly key: (test: T) => string
  /** The bound values, in the order of the slots. */
  readonly values: (test: T) => readonly SqlValue[]
  readonly compile: (test: T, target: Target, slots: Slots, dialect: SqlDialect) => Fragment
  /** What it costs to make the test on one document; 1 is a comparison. */
  readonly weight: (test: T) => number
  /** How an index of the path finds what passes: as one value, by ranges and lists of values, or not at all. */
  readonly index: 'one value' | 'values' | 'none'
  /** Whether it searches the folded text of the value. */
  readonly folds: boolean
}

const COMPARISON = { weight: () => 1, folds: false } as const
const SEARCH = { index: 'none', folds: true } as const

type TestWith<T, Op> = T extends { readonly op: infer Ops } ? (Op extends Ops ? T : never) : never
type TestOf<Op extends Test['op']> = TestWith<Test, Op>
type Slots = () => Slot

const NEVER = sql`false`

/** A text that the database can't store equals no value: null never compares as true. */
const bindable = (value: Scalar): SqlValue => (typeof value === 'string' && !isStorableText(value) ? null : value)
const kindOf = (value: Scalar): ScalarKind => (typeof value === 'string' ? 'text' : (typeof value as ScalarKind))

/**
 * If an index holds prefixes only, a short text is compared with the prefix alone. A second comparison would be
 * redundant, and PostgreSQL would underestimate the rows, because it takes the two conditions for independent.
 */
const isLong = (value: Scalar): boolean => typeof value === 'string' && value.length >= SHORT_TEXT
const keyOfValue = (value: Scalar): string => (isLong(value) ? 'long text' : kindOf(value))

const isNull: OperatorSql<TestOf<'is_null'>> = {
  ...COMPARISON,
  index: 'none',
  key: () => '',
  values: () => [],
  // The indexed expression is also null for values of other types, so it narrows the search but does not decide.
  compile: (_test, target) =>
    target.indexKey ? sql`(${target.indexKey} is null and ${target.isNull()})` : target.isNull(),
}

const isSet: OperatorSql<TestOf<'is_set'>> = {
  ...COMPARISON,
  index: 'none',
  key: () => '',
  values: () => [],
  compile: (_test, target) => sql`not (${target.isNull()})`,
}

const LIST_KINDS: readonly ScalarKind[] = ['text', 'number', 'boolean']
const kindsOf = (values: readonly Scalar[]): string =>
  LIST_KINDS.filter((kind) => values.some((value) => kindOf(value) === kind)).join()

const oneOf: OperatorSql<TestOf<'in'>> = {
  ...COMPARISON,
  index: 'values',
  key: ({ values }) => kindsOf(values) + (values.some(isLong) ? ' long' : ''),
  values: ({ values }) =>
    LIST_KINDS.map((kind) => values.filter((value) => kindOf(value) === kind).map(bindable))
      .filter((list) => list.length > 0)
      .map((list) => list.filter((value) => value !== null)),
  compile: ({ values }, target, slots, dialect) => {
    const alternatives: Fragment[] = []
    for (const kind of LIST_KINDS) {
      if (!values.some((value) => kindOf(value) === kind)) continue
      const slot = slots()
      const found = target.comparable(kind)
      if (!found) continue
      const exactly = dialect.isAnyOf(found.value, slot, kind)
      if (!found.indexed) alternatives.push(exactly)
      else if (!values.some(isLong)) alternatives.push(dialect.isAnyOf(found.indexed.prefix, slot, kind))
      else alternatives.push(sql`(${found.indexed.of.isAnyPrefix(found.indexed.prefix, slot)} and ${exactly})`)
    }
    return alternatives.length > 0 ? sql`(${sql.join(alternatives, sql` or `)})` : NEVER
  },
}

/** On a path to many values, this is for a subquery over them: it counts how many values of the list occur. */
const all: OperatorSql<TestOf<'all'>> = {
  ...COMPARISON,
  index: 'none',
  key: ({ values }) => kindsOf(values),
  values: ({ values }) => [values.map(bindable).filter((value) => value !== null), new Set(values).size],
  compile: ({ values: [first = ''] }, target, slots, dialect) => {
    const [list, size] = [slots(), dialect.parameter(slots(), 'number')]
    const found = target.comparable(kindOf(first))
    const isListed = found ? dialect.isAnyOf(found.value, list, kindOf(first)) : NEVER
    if (target.through.length === 0) return sql`${isListed} and ${size} = 1`
    return sql`count(distinct case when ${isListed} then ${found?.value ?? sql`null`} end) = ${size}`
  },
}

/** A text longer than its index prefix: the index finds candidates by the prefix, the full comparison decides. */
function compared(
  sign: Fragment,
  index: 'one value' | 'values',
  signInIndex = sign,
): OperatorSql<TestOf<'equals' | 'gt'>> {
  return {
    ...COMPARISON,
    index,
    key: ({ value }) => keyOfValue(value),
    values: ({ value }) => [bindable(value)],
    compile: ({ value }, target, slots, dialect) => {
      const parameter = dialect.parameter(slots(), kindOf(value))
      const found = target.comparable(kindOf(value))
      if (!found) return NEVER
      if (!found.indexed) return sql`${found.value} ${sign} ${parameter}`
      const { prefix, of } = found.indexed
      if (!isLong(value)) return sql`${prefix} ${sign} ${parameter}`
      return sql`${prefix} ${signInIndex} ${of.prefix(parameter)} and ${found.value} ${sign} ${parameter}`
    },
  }
}

/** Longer patterns may exceed SQLite's limit of 50,000 bytes: a letter takes up to ten bytes. */
const LONG_PART = 4_000
const isLongPart = (value: string): boolean => value.length > LONG_PART

function partOf(value: string, slots: Slots, dialect: SqlDialect): SearchedPart {
  return { text: dialect.parameter(slots(), 'text'), isLong: isLongPart(value) }
}

/**
 * The text with its case folded: from the column that stores it folded, if there is one, else folded by the database.
 */
function searchedText(target: Target, dialect: SqlDialect): Fragment {
  return target.folded ?? dialect.search.folding?.folded(target.text()) ?? target.text()
}

const like: OperatorSql<TestOf<'like'>> = {
  ...SEARCH,
  weight: ({ words }) => 1 + words.length,
  key: ({ words }) => words.map((word) => (isLongPart(word) ? 'L' : 'w')).join(''),
  values: ({ words }) => words.map(bindable),
  compile: ({ words }, target, slots, dialect) => {
    const searched = searchedText(target, dialect)
    const found = words.map((word) => dialect.search.contains(searched, partOf(word, slots, dialect)))
    return found.length > 0 ? sql`(${sql.join(found, sql` and `)})` : sql`${target.text()} is not null`
  },
}

function search(place: 'contains' | 'startsWith' | 'endsWith'): OperatorSql<TestOf<'contains'>> {
  return {
    ...SEARCH,
    weight: () => 2,
    key: ({ value }) => (isLongPart(value) ? 'long' : ''),
    values: ({ value }) => [bindable(value)],
    compile: ({ value }, target, slots, dialect) =>
      dialect.search[place](searchedText(target, dialect), partOf(value, slots, dialect)),
  }
}

const listEquals: OperatorSql<TestOf<'list_equals'>> = {
  ...COMPARISON,
  index: 'none',
  key: () => '',
  values: ({ value }) => [bindableJson(value)],
  compile: (_test, target, slots, dialect) => dialect.jsonEquals(target.raw(), dialect.parameter(slots(), 'json')),
}

const near: OperatorSql<TestOf<'near'>> = {
  ...COMPARISON,
  index: 'none',
  key: () => '',
  values: ({ lng, lat, min, max }) => [lng, lat, min, max],
  compile: (_test, target, slots, dialect) => {
    const number = () => dialect.parameter(slots(), 'double')
    return sql`quire_distance(${target.raw()}, ${number()}, ${number()}) between ${number()} and ${number()}`
  },
}

/** Rounded up to a power of two so that statements can be cached and costed by size. */
function mostCorners({ rings }: TestOf<'within'>): number {
  return 2 ** Math.ceil(Math.log2(rings.flat().length))
}

const within: OperatorSql<TestOf<'within'>> = {
  ...COMPARISON,
  index: 'none',
  // Each corner of the polygon is compared.
  weight: (test) => 1 + mostCorners(test),
  key: (test) => String(mostCorners(test)),
  values: ({ rings }) => [JSON.stringify(rings)],
  compile: (_test, target, slots, dialect) => dialect.isWithin(target.raw(), dialect.parameter(slots(), 'json')),
}

function bindableJson(value: unknown): SqlValue {
  const json = JSON.stringify(value)
  return isStorableJson(json) ? json : null
}

const FORMS: { readonly [Op in Test['op']]: OperatorSql<TestOf<Op>> } = {
  is_null: isNull,
  is_set: isSet,
  equals: compared(sql`=`, 'one value'),
  in: oneOf,
  all,
  gt: compared(sql`>`, 'values', sql`>=`),
  gte: compared(sql`>=`, 'values'),
  lt: compared(sql`<`, 'values', sql`<=`),
  lte: compared(sql`<=`, 'values'),
  like,
  contains: search('contains'),
  starts_with: search('startsWith'),
  ends_with: search('endsWith'),
  list_equals: listEquals,
  near,
  within,
}

/** Typed lookup: indexing by a union of operators would lose the type. */
export function formOf(test: Test): OperatorSql<Test> {
  return FORMS[test.op] as OperatorSql<Test>
}

export function keyOfCondition(condition: Condition, values: SqlValue[]): string {
  switch (condition.kind) {
    case 'always':
      return 'always'
    case 'never':
      return 'never'
    case 'and':
    case 'or': {
      let key = `${condition.kind}(`
      for (const part of condition.of) key += `${keyOfCondition(part, values)},`
      return `${key})`
    }
    case 'not':
      return `not(${keyOfCondition(condition.of, values)})`
    case 'compare': {
      const { path, test } = condition
      const place = keyOfPath(path, values)
      const form = formOf(test)
      for (const value of form.values(test)) values.push(value)
      return `${place} ${test.op} ${form.key(test)}`
    }
    case 'search':
      values.push(condition.words.join(' '), condition.locale)
      return condition.words.length > 0 ? 'search' : 'search nothing'
    case 'some':
      return `some(${keyOfSteps(condition.steps, values)} ${keyOfCondition(condition.of, values)})`
  }
}

export function keyOfSort(sort: readonly SortKey[], values: SqlValue[]): string {
  let key = ''
  for (const { path, alternatives = [], descending } of sort) {
    key += descending ? ' desc ' : ' asc '
    for (const one of [path, ...alternatives]) key += `${keyOfPath(one, values)};`
  }
  return key
}

export function keyOfPath(path: Path, values: SqlValue[]): string {
  return leavesDocument(path) ? path.storedAs + keyOfSteps(path.steps, values) : pathKey(path)
}

function keyOfSteps(steps: readonly PathStep[], values: SqlValue[]): string {
  let key = ''
  for (const step of steps) {
    key += stepKey(step)
    if ('scope' in step) key += `(${keyOfCondition(step.scope, values)})`
  }
  return key
}
