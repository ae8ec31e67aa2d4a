import type { SnapshotRow } from './version-table.ts'

/** What decides how long a snapshot lasts. */
export const DECIDING = ['revision', 'status', 'createdAt', 'name', 'autosaveSince', 'keptFor'] as const

export type RankedSnapshot = Pick<SnapshotRow, (typeof DECIDING)[number]>

export interface Bounds {
  /** How many are kept, besides those that last for ever and would not be among them. */
  readonly max: number
  /** Whether `published` means that a user published it: without drafts, every revision is live at once. */
  readonly hasDrafts: boolean
}

/** The shorter a snapshot lasts, the higher. */
const NEWEST = 0
const ON_PURPOSE = 1
const ONE_A_DAY = 2
const ONE_AN_HOUR = 3
const AUTOSAVE = 4

/**
 * The revisions among the snapshots of a document that are to go (docs/contract/drafts-and-versions.md#which-snapshots-stay). Named, published and
 * scheduled ones never do. Of the others, the newest always stays, and then those that were saved on purpose last longest, then the last autosave of
 * each day, then that of each hour; of equals, the newer one.
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
  // `2026-11-18` and `2026-11-18T21`. Both are asked: the last of a day is the last of its hour.
  const [isOfDay, isOfHour] = [isFirst(createdAt.slice(0, 10)), isFirst(createdAt.slice(0, 13))]
  if (isNewest) return NEWEST
  return isOfDay ? ONE_A_DAY : isOfHour ? ONE_AN_HOUR : AUTOSAVE
}
