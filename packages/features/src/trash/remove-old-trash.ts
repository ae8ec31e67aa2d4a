import { allOf, type Call, type Job } from '@quirecms/core/feature'
import { IN_TRASH, thrownAwayBefore } from './in-trash.ts'
import { removeAll } from './remove-all.ts'

const EVERY = 60_000

/** After this many failures, the others are likely to fail, too; the next run tries again. */
const MOST_FAILURES = 100

/**
 * Deletes documents that have been in the trash for longer than the retention time
 * (docs/contract/documents.md#trash).
 */
export function removeOldTrash(retention: number): Job<Call> {
  return {
    name: 'removeOldTrash',
    every: EVERY,
    async run(call, stop) {
      const oldest = new Date(call.runtime.clock().getTime() - retention).toISOString()
      const failures: unknown[] = []
      // A document whose hook throws must not keep all others in the trash.
      const onFailure = (error: unknown) => {
        failures.push(error)
        if (failures.length === MOST_FAILURES) throw error
      }
      await removeAll(call, allOf([IN_TRASH, thrownAwayBefore(oldest)]), { stop, onFailure })
      const [first] = failures
      if (first === undefined) return
      const what = `${failures.length} of the documents in the trash of "${call.entity.slug}" could not be removed`
      throw new Error(`${what}. The first of them failed with the cause below.`, { cause: first })
    },
  }
}
