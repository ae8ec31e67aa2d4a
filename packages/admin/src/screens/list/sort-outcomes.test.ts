import { describe, expect, it } from 'vitest'
import type { BulkOutcome } from '../../data/document.ts'
import { sortOutcomes } from './sort-outcomes.ts'

const refused = (id: string, code: 'invalid_state' | 'forbidden'): BulkOutcome => ({
  id,
  ok: false,
  error: { code, message: '' },
})

describe('outcomes of a bulk action', () => {
  const results = [{ id: 'a', ok: true as const }, refused('b', 'invalid_state'), refused('c', 'forbidden')]

  it.each(['publish', 'unpublish'] as const)(
    'do not count documents as failed that were already in the state of %s',
    (action) => {
      expect(sortOutcomes(action, results)).toEqual({
        succeeded: ['a'],
        unchanged: 1,
        failed: [refused('c', 'forbidden')],
      })
    },
  )

  it.each(['update', 'delete'] as const)('list all refusals of %s', (action) => {
    const { unchanged, failed } = sortOutcomes(action, results)
    expect(unchanged).toBe(0)
    expect(failed.map(({ id }) => id)).toEqual(['b', 'c'])
  })
})
