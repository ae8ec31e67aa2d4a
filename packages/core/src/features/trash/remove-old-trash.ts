import type { Job } from '../../contracts/job.ts'
import type { Call } from '../../engine/call.ts'
import { allOf } from '../../query/parse-where.ts'
import { removeAll } from './empty-trash.ts'
import { IN_TRASH, thrownAwayBefore } from './in-trash.ts'

const EVERY = 60_000

/** Empties the trash of what has been in it for longer than the application wants to keep it (contract 10). */
export function removeOldTrash(retention: number): Job<Call> {
  return {
    name: 'removeOldTrash',
    every: EVERY,
    async run(call, stop) {
      const oldest = new Date(call.runtime.clock().getTime() - retention).toISOString()
      await removeAll(call, allOf([IN_TRASH, thrownAwayBefore(oldest)]), stop)
    },
  }
}
