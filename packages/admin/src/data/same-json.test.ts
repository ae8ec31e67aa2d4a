import { describe, expect, it } from 'vitest'
import { shareEqual } from './same-json.ts'

const row = (id: string, text: string) => ({ id, text, inner: [{ id: `${id}-1`, note: text }] })

describe('structural sharing of equal JSON', () => {
  it('returns the former object if nothing changed', () => {
    const before = { title: 'A', rows: [row('a', 'x'), row('b', 'y')] }
    expect(shareEqual(before, structuredClone(before))).toBe(before)
  })

  it('returns changed values, and keeps the objects of rows that did not change', () => {
    const before = { rows: [row('a', 'x'), row('b', 'y')] }
    const after = { rows: [row('a', 'x'), row('b', 'z')] }
    const shared = shareEqual(before, after)
    expect(shared).toEqual(after)
    expect(shared.rows[0]).toBe(before.rows[0])
    expect(shared.rows[1]).not.toBe(before.rows[1])
  })

  it('matches rows by their ids after a move or a removal', () => {
    const before = [row('a', 'x'), row('b', 'y'), row('c', 'z')]
    const shared = shareEqual(before, [row('c', 'z'), row('a', 'x')])
    expect(shared).toEqual([row('c', 'z'), row('a', 'x')])
    expect(shared[0]).toBe(before[2])
    expect(shared[1]).toBe(before[0])
  })

  it.each([
    [{ a: 1 }, { a: 1, b: null }],
    [{ a: 1, b: null }, { a: 1 }],
    [{ a: undefined }, { b: 1 }],
    [[1, 2], [1]],
    [{ 0: 1 }, [1]],
    [[1], { 0: 1 }],
    [null, { a: 1 }],
    [{ a: 1 }, null],
  ])('never changes the content: %j and %j', (before, after) => {
    expect(shareEqual(before, after)).toStrictEqual(after)
  })
})
