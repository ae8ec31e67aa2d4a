import {
  type Call,
  type Entity,
  entityOf,
  everyDocument,
  everyRecord,
  type Finding,
  type Findings,
  ownerOf,
  type Runtime,
} from '@quirecms/core/feature'
import type { ResolvedChanges } from './resolve-changes.ts'
import { CHANGES, type ChangeRow, isBreak } from './change-table.ts'
import { breakFeed } from './upkeep.ts'

/** Tolerances: upkeep removes surplus changes once a minute while the service runs. */
const LATE_MS = 3_600_000
const SURPLUS = 1.1

const FEED = 'the feed'

/** Marks a deleted document in place of a revision. */
const GONE = -1

type Repair = NonNullable<Finding['repair']>

/** State of documents according to the feed since its last break; the newest change counts. */
interface LastChanges {
  readonly newest: Map<string, number>
  /** Documents changed after this time must be in the feed. */
  since: string
}

/**
 * Checks that the feed's newest change of each document matches what is stored, and that all documents stored since
 * it begins are in it. The repair is a break record, which makes all clients read everything again.
 */
export async function* examineFeed({ runtime }: Call, limits: Pick<ResolvedChanges, 'keep' | 'max'>): Findings {
  const { reader } = runtime.storage
  const told: LastChanges = { newest: new Map(), since: '' }
  const repair = breakOnce(runtime)
  let count = 0
  // The first record is only an anchor for cursors.
  let oldest: ChangeRow | undefined
  // The first change written after the oldest one had to be removed.
  let overdue: ChangeRow | undefined
  let newest: ChangeRow | undefined
  for await (const row of everyRecord(reader, CHANGES, {})) {
    count += 1
    if (count === 2) oldest = row
    if (oldest && !overdue && Date.parse(row.at) - Date.parse(oldest.at) > limits.keep) overdue = row
    newest = row
    note(told, row)
  }
  if (!newest) {
    yield { place: FEED, message: 'The feed is empty: even its first record is missing.', repair }
    return
  }
  if (overdue) yield* tooOld(overdue, newest, limits)
  yield* tooMany(count, limits)
  // If clocks were changed, older changes may have been removed already, wherever the feed begins.
  const kept = new Date(Date.parse(newest.at) - limits.keep).toISOString()
  if (kept > told.since) told.since = kept
  for (const entity of entitiesOf(runtime)) yield* compare(runtime, entity, told, repair)
  yield* missing(runtime, told, repair)
}

function note(told: LastChanges, row: ChangeRow): void {
  if (isBreak(row)) {
    told.newest.clear()
    told.since = row.at
    return
  }
  if (told.since === '') told.since = row.at
  // Schedules change no document.
  if (row.event.endsWith('scheduled')) return
  told.newest.set(ownedKey(row.entity, row.documentId), row.event.endsWith('.deleted') ? GONE : row.revision)
}

function ownedKey(owner: string, id: string): string {
  return `${owner} ${id}`
}

function entitiesOf({ manifest: { collections, globals } }: Runtime): Entity<Call>[] {
  return [...Object.values(collections), ...Object.values(globals)]
}

/**
 * Measures time by the changes and not by the clock, because nothing is removed while the service stands still.
 * Reports only if changes over a period of `LATE_MS` were written after the oldest one had to go.
 */
async function* tooOld(overdue: ChangeRow, newest: ChangeRow, { keep }: Pick<ResolvedChanges, 'keep'>): Findings {
  if (Date.parse(newest.at) - Date.parse(overdue.at) <= LATE_MS) return
  const cut = new Date(Date.parse(newest.at) - keep).toISOString()
  const message = `There are changes from before ${cut}, which are older than \`keep\` allows. The service removes them once a minute while it runs; if it is running, see its log.`
  yield { place: FEED, message }
}

async function* tooMany(count: number, { max }: Pick<ResolvedChanges, 'max'>): Findings {
  if (count <= max * SURPLUS + 1) return
  const message = `There are ${count} changes, and \`max\` is ${max}. The service removes the oldest once a minute while it runs; if it is running, see its log.`
  yield { place: FEED, message }
}

/** Compares stored documents with the feed, and removes them from `told`. */
async function* compare(runtime: Runtime, entity: Entity<Call>, told: LastChanges, repair: Repair): Findings {
  const owner = ownerOf(entity)
  for await (const { id, revision, updatedAt } of everyDocument(runtime.storage.reader, entity.table.name)) {
    const key = ownedKey(owner, id)
    const known = told.newest.get(key)
    told.newest.delete(key)
    const place = `${owner} ${id}`
    if (known === undefined) {
      if (updatedAt > told.since && revision > 0)
        yield { place, message: 'It was changed, but the feed contains no change of it.', repair }
    } else if (known === GONE) yield { place, message: 'The feed says that it was deleted, but it exists.', repair }
    else if (known !== revision) {
      const message = `Its newest change in the feed has revision ${known}, but it has revision ${revision}.`
      yield { place, message, repair }
    }
  }
}

/** Reports the rest: documents in the feed that are not stored. */
async function* missing(runtime: Runtime, { newest }: LastChanges, repair: Repair): Findings {
  for (const [place, revision] of newest) {
    const owner = place.slice(0, place.indexOf(' '))
    // The feed skips collections that the configuration no longer has.
    if (revision === GONE || !entityOf(runtime, owner)) continue
    const message = 'It does not exist, but the feed contains changes of it and no deletion.'
    yield { place, message, repair }
  }
}

/** One break record repairs all findings. */
function breakOnce(runtime: Runtime): Repair {
  let isBroken = false
  return async (tx) => {
    if (isBroken) return
    await breakFeed(runtime, tx)
    isBroken = true
  }
}
