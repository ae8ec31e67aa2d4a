import type { ResolvedChanges } from '../../config/changes.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { Finding, Findings } from '../../contracts/finding.ts'
import type { Call, Runtime } from '../../engine/call.ts'
import { entityOf, ownerOf } from '../../engine/queue/owner.ts'
import { everyDocument, everyRecord } from '../../engine/read/every-document.ts'
import { CHANGES, type ChangeRow, isBreak } from './change-table.ts'
import { breakFeed } from './upkeep.ts'

/** What is over the limit goes once a minute, while the service runs; by then there may be a little more. */
const LATE_MS = 3_600_000
const SURPLUS = 1.1

const FEED = 'the feed'

/** In the place of a revision. */
const GONE = -1

type Repair = NonNullable<Finding['repair']>

/** What the feed says of documents since its last break, read in order, so that the newest counts. */
interface Told {
  readonly newest: Map<string, number>
  /** Whatever was changed after this moment must be in it. */
  since: string
}

/**
 * Whoever follows the feed believes it: what it says last of each document must be what is stored, and what was stored since it begins must be in
 * it. A break mends whatever is missing, since everybody then reads everything again.
 */
export async function* examineFeed({ runtime }: Call, limits: Pick<ResolvedChanges, 'keep' | 'most'>): Findings {
  const { reader } = runtime.storage
  const told: Told = { newest: new Map(), since: '' }
  const repair = breakOnce(runtime)
  let count = 0
  // The first of them is only there to stand on.
  let oldest: ChangeRow | undefined
  // The first that was written when the oldest had to go.
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
    yield { place: FEED, message: 'There is no record at all, not even the one that it begins with.', repair }
    return
  }
  if (overdue) yield* tooOld(overdue, newest, limits)
  yield* tooMany(count, limits)
  // Where clocks were set, what is older may have gone from the feed, whatever it begins with.
  const kept = new Date(Date.parse(newest.at) - limits.keep).toISOString()
  if (kept > told.since) told.since = kept
  for (const entity of entitiesOf(runtime)) yield* compare(runtime, entity, told, repair)
  yield* missing(runtime, told, repair)
}

function note(told: Told, row: ChangeRow): void {
  if (isBreak(row)) {
    told.newest.clear()
    told.since = row.at
    return
  }
  if (told.since === '') told.since = row.at
  // Plans change no document.
  if (row.event.endsWith('scheduled')) return
  told.newest.set(keyOf(row.entity, row.documentId), row.event.endsWith('.deleted') ? GONE : row.revision)
}

function keyOf(owner: string, id: string): string {
  return `${owner} ${id}`
}

function entitiesOf({ manifest: { collections, globals } }: Runtime): Entity<Call>[] {
  return [...Object.values(collections), ...Object.values(globals)]
}

/**
 * Nothing is removed while the service stands still, so that changes tell the time here, and not the clock: there must be some that are far apart, and
 * all from when the oldest had to go.
 */
async function* tooOld(overdue: ChangeRow, newest: ChangeRow, { keep }: Pick<ResolvedChanges, 'keep'>): Findings {
  if (Date.parse(newest.at) - Date.parse(overdue.at) <= LATE_MS) return
  const cut = new Date(Date.parse(newest.at) - keep).toISOString()
  const message = `There are changes from before ${cut}, which are older than \`keep\` allows. The service removes them once a minute while it runs; if it runs, its log says what fails.`
  yield { place: FEED, message }
}

async function* tooMany(count: number, { most }: Pick<ResolvedChanges, 'most'>): Findings {
  if (count <= most * SURPLUS + 1) return
  const message = `There are ${count} changes, and \`most\` is ${most}. The service removes the oldest once a minute while it runs; if it runs, its log says what fails.`
  yield { place: FEED, message }
}

/** What is stored, and what the feed says of it. What was compared is not in it any more. */
async function* compare(runtime: Runtime, entity: Entity<Call>, told: Told, repair: Repair): Findings {
  const owner = ownerOf(entity)
  for await (const { id, revision, updatedAt } of everyDocument(runtime.storage.reader, entity.table.name)) {
    const key = keyOf(owner, id)
    const known = told.newest.get(key)
    told.newest.delete(key)
    const place = `${owner} ${id}`
    if (known === undefined) {
      if (updatedAt > told.since && revision > 0)
        yield { place, message: 'It was changed, and the feed has no change of it.', repair }
    } else if (known === GONE) yield { place, message: 'The feed says that it was deleted, and it is there.', repair }
    else if (known !== revision) {
      const message = `The newest change in the feed has revision ${known}, and it has ${revision}.`
      yield { place, message, repair }
    }
  }
}

/** What is left is not stored. */
async function* missing(runtime: Runtime, { newest }: Told, repair: Repair): Findings {
  for (const [place, revision] of newest) {
    const owner = place.slice(0, place.indexOf(' '))
    // Of a collection that the configuration no longer has, nobody is told anything.
    if (revision === GONE || !entityOf(runtime, owner)) continue
    const message = 'The feed has changes of it and does not say that it was deleted, but it does not exist.'
    yield { place, message, repair }
  }
}

/** One break says all that there is to say. */
function breakOnce(runtime: Runtime): Repair {
  let isBroken = false
  return async (tx) => {
    if (isBroken) return
    await breakFeed(runtime, tx)
    isBroken = true
  }
}
