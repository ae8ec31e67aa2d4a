import type { Condition, PathStep, SortKey } from '@quirecms/core'
import { expect, test } from 'vitest'
import { tablesRead } from '../../../packages/sql/src/where/reach-of.ts'

/** A cached read is invalidated when one of these tables changes: a missing table would make it stale. */
const key: PathStep = { kind: 'key', name: 'x' }
const always: Condition = { kind: 'always' }
const to = (table: string, scope: Condition = always): PathStep => ({ kind: 'hop', table, relationTo: null, scope })
const path = (...steps: readonly PathStep[]) => ({ storedAs: 'text', steps }) as const
const asked = (...steps: readonly PathStep[]): Condition => ({
  kind: 'compare',
  path: path(...steps, key),
  test: { op: 'is_set' },
})
const by = (...steps: readonly PathStep[]): SortKey => ({ path: path(...steps, key), descending: false })

test.each<[string, Condition, readonly SortKey[], readonly string[]]>([
  ['its own', always, [], []],
  ['its own, whatever is asked of it', asked(), [by()], []],
  ['another', asked(key, to('a')), [], ['a']],
  ['all on the way', asked(key, to('a'), key, to('b')), [], ['a', 'b']],
  ['what may be seen of another', asked(key, to('a', asked(key, to('b')))), [], ['a', 'b']],
  ['one, or another', { kind: 'or', of: [asked(key, to('a')), asked(key, to('b'))] }, [], ['a', 'b']],
  ['one, and another', { kind: 'and', of: [asked(key, to('a')), asked(key, to('b'))] }, [], ['a', 'b']],
  ['what must not be', { kind: 'not', of: asked(key, to('a')) }, [], ['a']],
  ['rows of others', { kind: 'some', steps: [key, to('a')], of: asked(key, to('b')) }, [], ['a', 'b']],
  ['an order', always, [by(key, to('a'))], ['a']],
  ['an order of several', always, [{ ...by(key, to('a')), alternatives: [path(key, to('b'), key)] }], ['a', 'b']],
])('a read depends on %s', (_name, condition, sort, others) => {
  expect(tablesRead('own', condition, sort)).toEqual(['own', ...others])
})
