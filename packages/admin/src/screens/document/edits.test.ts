import { describe, expect, it } from 'vitest'
import { conflictsOf, withEdit, withoutSaved } from './edits.ts'

describe('edits', () => {
  const stored = { title: 'Paper', tags: ['a', 'b'], seo: { title: null } }

  it('disappear when a value is back to what it was', () => {
    const edits = withEdit({}, stored, 'title', 'Ink')
    expect(edits).toEqual({ title: 'Ink' })
    expect(withEdit(edits, stored, 'title', 'Paper')).toEqual({})
    expect(withEdit({}, stored, 'tags', ['a', 'b'])).toEqual({})
    expect(withEdit({}, stored, 'seo', {})).toEqual({})
    expect(withEdit({}, stored, 'tags', ['b', 'a'])).toEqual({ tags: ['b', 'a'] })
    expect(withEdit({}, stored, 'title', 'Paper', { title: 'Ink' })).toEqual({ title: 'Paper' })
  })

  it('survive a save if they were typed during it', () => {
    const answer = { ...stored, title: 'Ink', tags: [] }
    expect(withoutSaved({ title: 'Inks', tags: [] }, { title: 'Ink', tags: [] }, answer)).toEqual({ title: 'Inks' })
    // Emptied meanwhile, which is not the same as not sent.
    expect(withoutSaved({ tags: null }, { title: 'Ink' }, { ...stored, title: 'Ink' })).toEqual({ tags: null })
    expect(withoutSaved({ tags: ['a'] }, {}, { ...stored, tags: ['a'] })).toEqual({})
  })

  it('conflict only if both users changed the same field to different values', () => {
    const theirs = { ...stored, title: 'Scissors', tags: ['c'] }
    expect(conflictsOf(stored, theirs, { title: 'Ink' })).toEqual(['title'])
    expect(conflictsOf(stored, theirs, { title: 'Scissors' })).toEqual([])
    expect(conflictsOf(stored, theirs, { seo: { title: 'x' } })).toEqual([])
    expect(conflictsOf(stored, theirs, { title: 'Ink' }, { title: 'Scissors' })).toEqual([])
  })
})
