import { describe, expect, it } from 'vitest'
import { foldAutosaves } from './fold-autosaves.ts'

const saved = (revision: number, more: { autosave?: boolean; name?: string; published?: boolean } = {}) => ({
  revision,
  autosave: more.autosave ?? true,
  name: more.name ?? null,
  _status: more.published ? ('published' as const) : ('draft' as const),
})

function told(revisions: readonly ReturnType<typeof saved>[], shown: readonly number[] = []): string {
  const newest = revisions[0]?.revision
  return foldAutosaves(revisions, { newest, shown })
    .map((entry) => (entry.kind === 'one' ? entry.snapshot.revision : `(${entry.snapshots.length})`))
    .join(' ')
}

describe('autosaves', () => {
  it('are folded if several follow each other, except the newest revision', () => {
    expect(told([6, 5, 4, 3, 2].map((revision) => saved(revision)))).toBe('6 (4)')
    expect(told([saved(4), saved(3), saved(2), saved(1, { autosave: false })])).toBe('4 3 2 1')
    expect(told([])).toBe('')
  })

  it('are not folded together with revisions that are published, named or saved by hand', () => {
    const all = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((revision) => saved(revision))
    expect(told(all.with(4, saved(5, { autosave: false })))).toBe('9 (3) 5 (4)')
    expect(told(all.with(4, saved(5, { published: true })))).toBe('9 (3) 5 (4)')
    expect(told(all.with(4, saved(5, { name: 'As approved' })))).toBe('9 (3) 5 (4)')
  })

  it('are not folded while one of them is shown', () => {
    const all = [8, 7, 6, 5, 4, 3].map((revision) => saved(revision))
    expect(told(all, [7])).toBe('8 7 (4)')
    expect(told(all, [7, 6, 5, 4, 3])).toBe('8 7 6 5 4 3')
  })
})
