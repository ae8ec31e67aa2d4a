import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { onTestFinished, expect, it, vi } from 'vitest'
import { keys } from '../use-documents.ts'
import { followQueries } from './follow-queries.ts'
import type { FeedChange } from './news.ts'
import { noteRevision } from './own-changes.ts'

const ME = { collection: 'users', id: 'me' }

const updated = (documentId: string, revision: number): FeedChange => ({
  id: `${documentId}/${revision}`,
  at: '2026-01-01T00:00:00.000Z',
  event: 'document.updated',
  collection: 'posts',
  documentId,
  revision,
  actor: ME,
})

it('after a save of this tab, reads nothing again; after a save of the same user in another tab, reads everything again', async () => {
  vi.useFakeTimers()
  const queries = new QueryClient()
  let reads = 0
  const list = new QueryObserver(queries, {
    queryKey: [...keys.collection('posts'), 'list', {}],
    queryFn: () => {
      reads += 1
      return reads
    },
  })
  const stop = list.subscribe(() => undefined)
  onTestFinished(() => {
    stop()
    queries.clear()
    vi.useRealTimers()
  })
  await vi.advanceTimersByTimeAsync(0)
  const hear = followQueries(queries, ME)
  const readsAfter = async (...changes: readonly FeedChange[]) => {
    reads = 0
    hear(changes)
    await vi.advanceTimersByTimeAsync(5000)
    return reads
  }
  expect(await readsAfter(updated('a', 2))).toBe(1)
  noteRevision({ kind: 'collection', slug: 'posts', id: 'a', revision: 3 })
  expect(await readsAfter(updated('a', 3))).toBe(0)
  // The other tab was right behind; and another document has revisions of its own.
  noteRevision({ kind: 'collection', slug: 'posts', id: 'a', revision: 4 })
  expect(await readsAfter(updated('a', 4), updated('a', 5))).toBe(1)
  expect(await readsAfter(updated('b', 4))).toBe(1)
  // Events without a revision of their own carry the document's.
  expect(await readsAfter({ ...updated('a', 4), event: 'document.scheduled' })).toBe(1)
})
