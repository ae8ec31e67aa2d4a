import {
  entersDocument,
  type Comparison,
  type Condition,
  type Path,
  type PathStep,
  type SomeRow,
  type SortKey,
  type Test,
} from '@quirecms/core'
import type { Reach } from '../dialect/database.ts'
import { REFERENCES_TABLE } from '../schema/database-names.ts'
import type { TableColumns } from './compilation.ts'
import { leavesDocument, pathKey } from './path-key.ts'
import { formOf } from './operators.ts'

type ColumnsOf = (table: string) => TableColumns

export interface ReachOfFind {
  readonly reach: readonly Reach[]
  /** Whether an index has the documents in the order of the page, so that later ones cost nothing. */
  readonly inOrder: boolean
  /** Whether an index finds the matching documents, so that they can be counted before they are sorted. */
  readonly countable: boolean
}

export function reachOfFind(
  where: Condition,
  sort: readonly SortKey[],
  columns: TableColumns,
  columnsOf: ColumnsOf,
): ReachOfFind {
  const others = reachOfOthers(where, columnsOf)
  const access = accessTo(where, columns)
  if (access.kind === 'one') return { reach: others, inOrder: false, countable: false }
  if (!comesInOrder(access, sort, columns)) {
    const tests = Math.max(1, weightOf(where) + sort.length)
    const countable = access.kind === 'equal' || access.kind === 'some'
    return { reach: [...others, { table: columns.table, tests }], inOrder: false, countable }
  }
  // Documents before the page are skipped in the index, without reading their content.
  if (access.isSelective)
    return { reach: [...others, { table: columns.table, tests: 0 }], inOrder: false, countable: false }
  return { reach: others, inOrder: true, countable: false }
}

export function reachOfCount(where: Condition, columns: TableColumns, columnsOf: ColumnsOf): Reach[] {
  const reach = reachOfOthers(where, columnsOf)
  const access = accessTo(where, columns)
  if (access.kind === 'one') return reach
  return [...reach, { table: columns.table, tests: access.kind === 'any' ? weightOf(where) : 0 }]
}

/** The cost of distinct values: every matching document is read for its values, which are then sorted. */
export function reachOfValues(where: Condition, columns: TableColumns, columnsOf: ColumnsOf): Reach[] {
  return [...reachOfOthers(where, columnsOf), { table: columns.table, tests: 2 + weightOf(where) }]
}

/** Number of tests that a condition makes on each document: the cost factor of a table scan. */
export function weightOf(condition: Condition): number {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.of.reduce((sum, part) => sum + weightOf(part), 0)
    case 'not':
      return weightOf(condition.of)
    case 'compare':
      return formOf(condition.test).weight(condition.test)
    case 'some':
      return 1 + weightOf(condition.of)
    case 'search':
      return 1
    default:
      return 0
  }
}

interface Access {
  /**
   * `one`: by a unique value. `all`: every document matches. `equal`, `some`: by the index of a path. `any`: table
   * scan.
   */
  readonly kind: 'one' | 'all' | 'equal' | 'some' | 'any'
  readonly path?: Path
  /** Whether a scan may skip many documents before it finds one. */
  readonly isSelective: boolean
}

function accessTo(where: Condition, columns: TableColumns): Access {
  const parts = conjuncts(where)
  if (parts.some((part) => isOfOne(part, columns))) return { kind: 'one', isSelective: false }
  const compound = compoundOf(parts, columns)
  if (compound?.unique) return { kind: 'one', isSelective: false }
  const scopes = parts.filter((part) => isScope(part, columns))
  const others = parts.filter((part) => !scopes.includes(part))
  // Nearly every document is within a scope; others, such as the trash, are found by skipping the rest.
  const isSelective = scopes.some((part) => part.kind === 'compare' && part.test.op !== 'is_null')
  const [only] = others
  if (!only) return { kind: 'all', isSelective }
  if (others.length > 1 && !isRange(others)) return { kind: compound ? 'some' : 'any', isSelective }
  if (only.kind === 'some') return { kind: leadsHere(only.steps, columns) ? 'some' : 'any', isSelective }
  if (only.kind !== 'compare' || !isIndexed(only.path, columns)) return { kind: 'any', isSelective }
  return { kind: accessByIndex(only), path: only.path, isSelective }
}

/** A range of one path: an index finds it like a single bound. */
function isRange([first, ...others]: readonly Condition[]): boolean {
  return first !== undefined && isBound(first) && others.every((one) => isBound(one) && haveSamePath(one, first))
}

function isBound(part: Condition): part is Comparison {
  return part.kind === 'compare' && !leavesDocument(part.path) && BOUNDS.includes(part.test.op)
}

function haveSamePath(one: Comparison, other: Comparison): boolean {
  return pathKey(one.path) === pathKey(other.path)
}

const BOUNDS: readonly Test['op'][] = ['gt', 'gte', 'lt', 'lte']

const ACCESS = { 'one value': 'equal', values: 'some', none: 'any' } as const

function accessByIndex({ path, test }: Comparison): Access['kind'] {
  // The index of the reference finds the documents that others lead to.
  if (leavesDocument(path)) return test.op === 'is_null' || test.op === 'all' ? 'any' : 'some'
  return ACCESS[formOf(test).index]
}

/** Whether an index has the documents in the order of the sort, so that a page can be read from it. */
function comesInOrder({ kind, path }: Access, sort: readonly SortKey[], columns: TableColumns): boolean {
  const [key, ...more] = sort
  if (kind === 'any' || kind === 'one' || more.length > 0) return false
  // Without `sort`, order by id.
  if (!key) return kind === 'all' || (kind === 'equal' && isSorted(path, columns))
  if (path && !leavesDocument(path) && pathKey(key.path) === pathKey(path)) return isSorted(path, columns)
  if (kind === 'equal') return columnName(key.path) === 'createdAt' && isAlone(path, columns)
  return kind === 'all' && !leavesDocument(key.path) && isSorted(key.path, columns)
}

const ORDERED_COLUMNS = new Set(['id', 'createdAt', 'updatedAt'])

function isSorted(path: Path | undefined, columns: TableColumns): boolean {
  if (path === undefined) return false
  const name = columnName(path)
  return (name !== undefined && ORDERED_COLUMNS.has(name)) || columns.indexOf(pathKey(path))?.sorts === true
}

function isAlone(path: Path | undefined, columns: TableColumns): boolean {
  return path !== undefined && columns.indexOf(pathKey(path))?.alone === true
}

function isIndexed(path: Path, columns: TableColumns): boolean {
  const name = columnName(path)
  if (name !== undefined && ORDERED_COLUMNS.has(name)) return true
  return path.steps.some(entersDocument)
    ? leadsHere(path.steps, columns)
    : columns.indexOf(pathKey(path))?.leads === true
}

/** Whether an index finds the documents that lead to others: that of references, or that of the path. */
function leadsHere(steps: readonly PathStep[], columns: TableColumns): boolean {
  const first = steps.findIndex(entersDocument)
  if (first <= 0) return first === 0
  return columns.indexOf(pathKey({ storedAs: 'text', steps: steps.slice(0, first) }))?.leads === true
}

/** The compound index all of whose values the condition fixes. */
function compoundOf(
  parts: readonly Condition[],
  { compounds }: TableColumns,
): TableColumns['compounds'][number] | undefined {
  if (compounds.length === 0) return undefined
  const given = new Set(
    parts.flatMap((part) => (part.kind === 'compare' && part.test.op === 'equals' ? [pathKey(part.path)] : [])),
  )
  const able = compounds.filter(({ keys }) => keys.every((key) => given.has(key)))
  return able.find(({ unique }) => unique) ?? able[0]
}

function isOfOne(part: Condition, columns: TableColumns): boolean {
  if (part.kind !== 'compare' || leavesDocument(part.path)) return false
  if (part.test.op !== 'equals' && part.test.op !== 'in') return false
  return columnName(part.path) === 'id' || columns.indexOf(pathKey(part.path))?.unique === true
}

function isScope(part: Condition, columns: TableColumns): boolean {
  if (part.kind !== 'compare') return false
  const name = columnName(part.path)
  return name !== undefined && !leavesDocument(part.path) && columns.column(name).scope
}

function columnName({ steps: [first] }: Path): string | undefined {
  return first?.kind === 'column' ? first.name : undefined
}

function conjuncts(where: Condition): readonly Condition[] {
  if (where.kind === 'always') return []
  return where.kind === 'and' ? where.of.flatMap(conjuncts) : [where]
}

/** What must be scanned in other documents that the paths of a condition lead to. */
export function reachOfOthers(condition: Condition, columnsOf: ColumnsOf): Reach[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.of.flatMap((part) => reachOfOthers(part, columnsOf))
    case 'not':
      return reachOfOthers(condition.of, columnsOf)
    case 'compare':
      return reachOfSteps(condition.path.steps, (rest) => ofRest(condition, rest), columnsOf)
    case 'some':
      return [
        ...reachOfSteps(condition.steps, (rest) => ofRest(condition, rest), columnsOf),
        ...reachOfOthers(condition.of, columnsOf),
      ]
    default:
      return []
  }
}

/** In each table on the way, documents that lead further are searched; in the last one, those that match. */
function reachOfSteps(
  steps: readonly PathStep[],
  askedBehind: (rest: readonly PathStep[]) => Condition,
  columnsOf: ColumnsOf,
): Reach[] {
  const reach: Reach[] = []
  for (const [index, step] of steps.entries()) {
    if (!('scope' in step)) continue
    if (step.kind === 'inverse') reach.push({ table: REFERENCES_TABLE, tests: 0 })
    const asked: Condition = { kind: 'and', of: [step.scope, askedBehind(steps.slice(index + 1))] }
    // Later steps count the rest of the path.
    reach.push(...reachOfOthers(step.scope, columnsOf))
    const columns = columnsOf(step.table)
    const access = accessTo(asked, columns)
    if (access.kind !== 'one') reach.push({ table: columns.table, tests: access.kind === 'any' ? weightOf(asked) : 0 })
  }
  return reach
}

/** The condition relative to the middle of its path, with only these steps left. */
function ofRest(condition: Comparison | SomeRow, steps: readonly PathStep[]): Condition {
  if (condition.kind === 'compare') return { ...condition, path: { ...condition.path, steps } }
  return steps.length > 0 ? { ...condition, steps } : condition.of
}

/** Whether the documents that pass can be looked up from others: by an indexed reference to them, or as what they point to. */
export function foundFromOthers(where: Condition, columns: TableColumns): boolean {
  if (where.kind === 'and') return where.of.some((part) => foundFromOthers(part, columns))
  if (where.kind !== 'some' && where.kind !== 'compare') return false
  if (where.kind === 'compare' && (where.test.op === 'is_null' || where.test.op === 'all')) return false
  const steps = where.kind === 'some' ? where.steps : where.path.steps
  const first = steps.findIndex(entersDocument)
  if (first < 0) return false
  const before = steps.slice(0, first)
  if (before.length === 0) return true
  return columns.indexOf(pathKey({ storedAs: 'text', steps: before }))?.leads === true
}

/** Paths that the condition fixes to one value. Sorting by them changes nothing. */
export function fixedPaths(where: Condition): ReadonlySet<string> {
  if (where.kind === 'and') return new Set(where.of.flatMap((part) => [...fixedPaths(part)]))
  const isFixing = where.kind === 'compare' && where.test.op === 'equals' && !leavesDocument(where.path)
  return new Set(isFixing ? [pathKey(where.path)] : [])
}

/** Whether the condition only fixes single values of single paths: an index may continue with the order of the list. */
export function onlyFixes(where: Condition): boolean {
  if (where.kind === 'and') return where.of.every(onlyFixes)
  if (where.kind !== 'compare') return where.kind === 'always'
  return (where.test.op === 'equals' || where.test.op === 'is_null') && !leavesDocument(where.path)
}

/** Tables that the result and its order depend on: the table itself, and those that paths lead through. */
export function tablesRead(table: string, condition: Condition, sort: readonly SortKey[] = []): readonly string[] {
  const tables = new Set([table])
  const collect = (part: Condition): void => {
    if (part.kind === 'and' || part.kind === 'or') for (const inner of part.of) collect(inner)
    else if (part.kind === 'not') collect(part.of)
    else if (part.kind === 'compare') for (const step of part.path.steps) enter(step)
    else if (part.kind === 'some') {
      for (const step of part.steps) enter(step)
      collect(part.of)
    }
  }
  const enter = (step: PathStep): void => {
    if (!('scope' in step)) return
    tables.add(step.table)
    collect(step.scope)
  }
  collect(condition)
  for (const { path, alternatives = [] } of sort)
    for (const { steps } of [path, ...alternatives]) for (const step of steps) enter(step)
  return [...tables]
}
