import { describe, expect, it } from 'vitest'
import {
  duplicateSelected,
  extendedTo,
  moveSelected,
  NONE_SELECTED,
  removeSelected,
  toggled,
  withoutGone,
} from './row-selection.ts'

const ALL = ['a', 'b', 'c', 'd', 'e']
const rows = ALL.map((id) => ({ id }))
const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).join('')

describe('selecting rows', () => {
  it('adds or removes one', () => {
    const one = toggled(NONE_SELECTED, 'b')
    expect([...one.ids]).toEqual(['b'])
    expect([...toggled(one, 'b').ids]).toEqual([])
  })

  it('selects a range from the last chosen row, in both directions', () => {
    const one = toggled(NONE_SELECTED, 'c')
    expect([...extendedTo(one, ALL, 'e').ids]).toEqual(['c', 'd', 'e'])
    expect([...extendedTo(one, ALL, 'a').ids].toSorted()).toEqual(['a', 'b', 'c'])
    expect([...extendedTo(NONE_SELECTED, ALL, 'd').ids]).toEqual(['d'])
  })

  it('starts again if the first row is gone', () => {
    const gone = toggled(NONE_SELECTED, 'z')
    expect([...extendedTo(withoutGone(gone, ALL), ALL, 'b').ids]).toEqual(['b'])
  })

  it('keeps its object while all rows exist', () => {
    const two = extendedTo(toggled(NONE_SELECTED, 'a'), ALL, 'b')
    expect(withoutGone(two, ALL)).toBe(two)
    expect([...withoutGone(two, ['b', 'c']).ids]).toEqual(['b'])
  })
})

describe('moving selected rows', () => {
  it.each([
    ['bc', 'up', 'bcade'],
    ['bc', 'down', 'adbce'],
    ['bc', 'start', 'bcade'],
    ['bc', 'end', 'adebc'],
    ['ab', 'up', 'abcde'],
    ['de', 'down', 'abcde'],
    ['bd', 'up', 'bdace'],
    ['bd', 'down', 'acebd'],
    ['ace', 'end', 'bdace'],
    ['', 'up', 'abcde'],
  ] as const)('%s %s makes %s', (chosen, to, moved) => {
    expect(idsOf(moveSelected(rows, new Set(chosen), to))).toBe(moved)
  })
})

describe('removing and duplicating selected rows', () => {
  it('leaves the others in their order', () => {
    expect(idsOf(removeSelected(rows, new Set('bd')))).toBe('ace')
  })

  it('inserts copies with their own ids after the last one', () => {
    const { rows: after, copies } = duplicateSelected(rows, new Set('bd'))
    expect(copies).toHaveLength(2)
    expect(after.slice(0, 4)).toEqual(rows.slice(0, 4))
    expect(after.slice(4, 6)).toEqual(copies)
    expect(new Set(after.map(({ id }) => id)).size).toBe(7)
  })
})
