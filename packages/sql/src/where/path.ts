import type { Path, PathStep } from '@quire/core'
import { sql } from 'kysely'
import type { Fragment, SqlDialect, SqlJson, SqlJsonRows } from '../dialect/sql-dialect.ts'

/** Where a path leads: to a value of each document, or, through rows and elements, to many. */
export interface Reached {
  readonly value: SqlJson
  /** The arrays on the way, outermost first. */
  readonly through: readonly SqlJsonRows[]
}

/** Follows a path into the stored JSON. A path to a column does not come here. */
export function follow(path: Path, dialect: SqlDialect): Reached {
  const through: SqlJsonRows[] = []
  let value = dialect.document
  for (const step of path.steps) {
    if (step.kind === 'rows' || step.kind === 'blocks' || step.kind === 'elements') {
      const rows = value.each(`r${through.length + 1}`)
      through.push(step.kind === 'blocks' ? onlyBlocks(rows, step.block, dialect) : rows)
      value = rows.element
    } else {
      value = into(value, step, dialect)
    }
  }
  return { value, through }
}

function into(value: SqlJson, step: PathStep, dialect: SqlDialect): SqlJson {
  switch (step.kind) {
    case 'key':
      return value.key(step.name)
    case 'locale': {
      const [only, ...others] = step.chain.map((locale) => value.key(locale))
      // One locale is an ordinary key, so that its index is found.
      return only && others.length === 0 ? only : dialect.firstSet(only ? [only, ...others] : [])
    }
    default:
      throw new Error(`a ${step.kind} step leads to no single value`)
  }
}

function onlyBlocks(rows: SqlJsonRows, block: string, dialect: SqlDialect): SqlJsonRows {
  const type: Fragment = rows.element.key('blockType').read('text')
  return { ...rows, on: sql`${rows.on} and ${type} = ${dialect.parameter(block, 'text')}` }
}

const written = new WeakMap<Path, string>()

/** Paths with the same key read the same value. */
export function pathKey(path: Path): string {
  const known = written.get(path)
  if (known !== undefined) return known
  const key = JSON.stringify([path.storedAs, path.steps.map(stepKey)])
  written.set(path, key)
  return key
}

function stepKey(step: PathStep): readonly unknown[] {
  switch (step.kind) {
    case 'column':
    case 'key':
      return [step.kind, step.name]
    case 'locale':
      return [step.kind, step.chain]
    case 'blocks':
      return [step.kind, step.block]
    default:
      return [step.kind]
  }
}
