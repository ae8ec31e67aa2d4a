import { describe, expect, it } from 'vitest'
import { conflictsOf, withEdit, withoutSaved } from './edits.ts'

describe('edits', () => {
  const stored = { title: 'Paper', tags: ['a', 'b'], seo: { title: null } }

  it('are gone when a value is what it was', () => {
    const edits = withEdit({}, stored, 'title', 'Ink')
    expect(edits).toEqual({ title: 'Ink' })
    expect(withEdit(edits, stored, 'title', 'Paper')).toEqual({})
    expect(withEdit({}, stored, 'tags', ['a', 'b'])).toEqual({})
    expect(withEdit({}, stored, 'seo', {})).toEqual({})
    expect(withEdit({}, stored, 'tags', ['b', 'a'])).toEqual({ tags: ['b', 'a'] })
  })

  it('survive a save if they were typed meanwhile', () => {
    expect(withoutSaved({ title: 'Inks', tags: [] }, { title: 'Ink', tags: [] })).toEqual({ title: 'Inks' })
  })

  it('conflict only where both changed the same field, to different values', () => {
    const theirs = { ...stored, title: 'Scissors', tags: ['c'] }
    expect(conflictsOf(stored, theirs, { title: 'Ink' })).toEqual(['title'])
    expect(conflictsOf(stored, theirs, { title: 'Scissors' })).toEqual([])
    expect(conflictsOf(stored, theirs, { seo: { title: 'x' } })).toEqual([])
  })
})
