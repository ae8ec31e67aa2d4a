import { expect, test } from 'vitest'
import { openOn, threadsOf } from './threads.ts'
import type { Comment } from './use-comments.ts'

const user = { collection: 'users', id: 'u' }
const comment = (id: string, more: Partial<Comment> = {}): Comment => ({
  id,
  thread: null,
  field: null,
  author: user,
  body: id,
  mentions: [],
  createdAt: '2030-01-01T00:00:00.000Z',
  editedAt: null,
  resolvedAt: null,
  resolvedBy: null,
  ...more,
})

test('replies are shown with the comment that they reply to, and not without it', () => {
  const all = [comment('a'), comment('b'), comment('a1', { thread: 'a' }), comment('x1', { thread: 'x' })]
  expect(threadsOf(all).map(({ first, answers }) => [first.id, answers.map(({ id }) => id)])).toEqual([
    ['a', ['a1']],
    ['b', []],
  ])
})

test('a field counts its own open threads and those inside it', () => {
  const resolvedAt = '2030-01-02T00:00:00.000Z'
  const threads = threadsOf([
    comment('a', { field: 'seo' }),
    comment('b', { field: 'seo.title' }),
    comment('c', { field: 'seoTitle' }),
    comment('d', { field: 'seo', resolvedAt, resolvedBy: user }),
    comment('e'),
  ])
  expect([openOn(threads, 'seo'), openOn(threads, 'seoTitle'), openOn(threads, 'title')]).toEqual([2, 1, 0])
})
