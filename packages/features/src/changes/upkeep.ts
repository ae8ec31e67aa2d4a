import type { Call, RepeatedJob, Runtime, StorageTransaction } from '@quirecms/core/feature'
import type { ResolvedChanges } from './resolve-changes.ts'
import { ABOUT_THE_FEED, CHANGES, type ChangeRow } from './change-table.ts'
import { isBehind } from './cursor.ts'

const EVERY = 60_000
const AT_ONCE = 5_000

/**
 * Removes old and surplus changes from the beginning, so that there are no holes. Keeps one more as an anchor for
 * cursors that have seen everything before it.
 */
export function forgetOldChanges({ keep, max }: Pick<ResolvedChanges, 'keep' | 'max'>): RepeatedJob<Call> {
  return {
    name: 'change feed upkeep',
    every: EVERY,
    async run({ runtime }, stop) {
      await breakIfForeign(runtime)
      while (!stop.aborted && (await forgetSome(runtime, keep, max))) continue
    },
  }
}

/** Removes a batch of changes. Returns whether there may be more. */
async function forgetSome({ storage, clock }: Runtime, keep: number, max: number): Promise<boolean> {
  const { records } = storage.reader
  const before = new Date(clock().getTime() - keep).toISOString()
  const surplus = Math.max(0, (await records.count(CHANGES.name, {}, undefined, max + AT_ONCE)) - max)
  const oldest = await records.find(CHANGES.name, {}, { limit: AT_ONCE })
  // The first change to keep. Everything after it stays, even if the clocks of several machines disagree.
  const first = oldest.findIndex((row, index) => index >= surplus && row.at >= before)
  const bound = first < 0 ? oldest.at(-1) : oldest[first - 1]
  if (!bound || bound === oldest[0]) return false
  await storage.transaction((tx) => removeBefore(tx, bound))
  return first < 0 && oldest.length === AT_ONCE
}

async function removeBefore({ records }: StorageTransaction, { era, place }: ChangeRow): Promise<void> {
  await records.remove(CHANGES.name, { era: { below: era } })
  await records.remove(CHANGES.name, { era, place: { below: place } })
}

/**
 * In a database that was restored without Quire, changes may have numbers of another server. Removes them, and
 * appends a break.
 */
export async function breakIfForeign(runtime: Runtime): Promise<void> {
  const { records } = runtime.storage.reader
  const [newest] = await records.find(CHANGES.name, {}, { sort: { column: 'era', descending: true }, limit: 1 })
  const settled = await records.readLastAppended(CHANGES.name)
  if (!newest || (settled && !isBehind(settled, newest))) return
  await runtime.storage.transaction(async (tx) => {
    if ((await tx.records.removeForeign(CHANGES.name)) > 0) await breakFeed(runtime, tx)
  })
}

/** Appends a break: documents were stored without the feed. */
export async function breakFeed({ clock }: Pick<Runtime, 'clock'>, { records }: StorageTransaction): Promise<void> {
  await records.append(CHANGES.name, { ...ABOUT_THE_FEED, at: clock().toISOString() })
}
