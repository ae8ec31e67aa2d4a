import type { SnapshotRow } from './version-table.ts'

/** The columns that pruning depends on. */
export const DECIDING = ['revision', 'status', 'createdAt', 'name', 'autosaveSince', 'keptFor'] as const

export type RankedSnapshot = Pick<SnapshotRow, (typeof DECIDING)[number]>

export interface Bounds {
  /** Number of snapshots to keep, besides protected ones. */
  readonly max: number
  /** Whether `published` means a deliberate publication: without drafts, every revision is live. */
  readonly hasDrafts: boolean
}

/** Ranks: the highest is pruned first. */
const NEWEST = 0
const ON_PURPOSE = 1
const ONE_A_DAY = 2
const ONE_AN_HOUR = 3
const AUTOSAVE = 4

/**
 * The revisions to prune (docs/contract/drafts-and-versions.md#which-snapshots-stay). Named, published and scheduled
 * ones never. Of the others, the newest always stays; manual ones last longest, then the last autosave of each day,
 * then of each hour; of equals, the newer one.
 */
export function surplusSnapshots(snapshots: readonly RankedSnapshot[], { max, hasDrafts }: Bounds): number[] {
  const taken = new Set<string>()
  const isFirst = (time: string) => !taken.has(time) && taken.add(time).has(time)
  const ranked = snapshots
    .toSorted((one, other) => other.revision - one.revision)
    .map((snapshot, index) => {
      const lastsForEver = isForEver(snapshot, hasDrafts)
      return { snapshot, lastsForEver, rank: rankOf(snapshot, index === 0, lastsForEver, isFirst) }
    })
    .toSorted((one, other) => one.rank - other.rank)
  return ranked
    .slice(max)
    .filter(({ lastsForEver }) => !lastsForEver)
    .map(({ snapshot }) => snapshot.revision)
}

function isForEver({ name, status, keptFor }: RankedSnapshot, hasDrafts: boolean): boolean {
  return name !== null || keptFor === 'schedule' || (hasDrafts && status === 'published')
}

function rankOf(
  { createdAt, autosaveSince, keptFor }: RankedSnapshot,
  isNewest: boolean,
  lastsForEver: boolean,
  isFirst: (time: string) => boolean,
): number {
  if (autosaveSince === null || keptFor !== null || lastsForEver) return isNewest ? NEWEST : ON_PURPOSE
  // `2026-11-18` and `2026-11-18T21`. Evaluate both: the last of a day is also the last of its hour.
  const [isOfDay, isOfHour] = [isFirst(createdAt.slice(0, 10)), isFirst(createdAt.slice(0, 13))]
  if (isNewest) return NEWEST
  return isOfDay ? ONE_A_DAY : isOfHour ? ONE_AN_HOUR : AUTOSAVE
}
