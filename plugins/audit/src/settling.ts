import { QuireError } from 'quirecms'
import {
  type Call,
  inTransaction,
  readerOf,
  type RepeatedJob,
  type Runtime,
  type RowOf,
  type Unit,
} from 'quirecms/plugin'
import { chained, lockedHead } from './chain.ts'
import { ENTRIES, type EntryRow, INTAKE, OUTBOX } from './entry-table.ts'
import type { AuditSettings } from './options.ts'

/** Entries per transaction; bounds how long other writers wait. */
const AT_ONCE = 250

const EVERY = 1_000

/** In characters of at most three bytes each: what fits into an index entry of PostgreSQL beside an id. */
const LONGEST_INDEXED = 400

type SettlingOptions = Pick<AuditSettings, 'isChained' | 'sinks'>

/** Applications that appended entries since they last settled. */
const withNews = new WeakSet<Runtime>()

export function noteNews(runtime: Runtime): void {
  withNews.add(runtime)
}

/**
 * Settles the entries of this instance soon, so that readers find little to do. Upkeep settles what other instances
 * left.
 */
export function settleSoon(settings: SettlingOptions): RepeatedJob<Call> {
  return {
    name: 'audit settling',
    every: EVERY,
    async run(call, stop) {
      if (withNews.delete(call.runtime)) await settleEntries(call, settings, stop)
    },
  }
}

/**
 * Moves appended entries into the log: indexes them, chains them and puts them into the outbox. Every reader of the log
 * calls this after its access rule has passed, so a reader sees all committed entries although writers never wait for
 * the log. Settles everything that was there at the start, in as many transactions as needed; each is atomic.
 */
export async function settleEntries(call: Call, settings: SettlingOptions, stop?: AbortSignal): Promise<void> {
  const { runtime } = call
  const own = { ...call, entity: runtime.manifest.service }
  const newestFirst = { sort: { column: 'place', descending: true }, limit: 1 } as const
  const [newest] = await readerOf(call).records.find(INTAKE.name, {}, newestFirst)
  if (!newest) return
  for (let settled = 0; settled < newest.place; ) {
    if (stop?.aborted) return
    settled = await inTransaction(own, (unit) => settleSome(runtime, unit, settings))
  }
}

/** For reads: while the database cannot be written, such as on a full disk, they return what was settled before. */
export async function settleIfPossible(call: Call, settings: SettlingOptions): Promise<void> {
  try {
    await settleEntries(call, settings)
  } catch (error) {
    if (!(error instanceof QuireError) || error.code !== 'unavailable') throw error
  }
}

/**
 * Settles one batch and returns the last place of it, or infinity if none are left. Holds the lock on the chain's end,
 * so instances settle one at a time and never settle an entry twice.
 */
async function settleSome(runtime: Runtime, unit: Unit, { isChained, sinks }: SettlingOptions): Promise<number> {
  const { records } = unit.tx
  const head = await lockedHead(records)
  const waiting = await records.find(INTAKE.name, {}, { limit: AT_ONCE })
  const rows = waiting.map(entryIn)
  for (const row of isChained ? await chained(runtime, unit, head, rows) : rows) {
    await records.add(ENTRIES.name, row)
    for (const { name: sink } of sinks) await records.add(OUTBOX.name, { sink, id: row.id })
  }
  for (const { first, last } of runsOf(waiting))
    await records.remove(INTAKE.name, { place: { above: first - 1, below: last + 1 } })
  return waiting.length === AT_ONCE ? (waiting.at(-1)?.place ?? 0) : Number.POSITIVE_INFINITY
}

const NOTHING: Omit<EntryRow, 'id' | 'at' | 'action' | 'via' | 'changes'> = {
  entity: null,
  documentId: null,
  revision: null,
  actorCollection: null,
  actorId: null,
  actorLabel: null,
  key: null,
  requestId: null,
  address: null,
  userAgent: null,
  ids: null,
  outcome: 'done',
  code: null,
  segment: '',
  sequence: 0,
  hash: null,
  forgotten: null,
}

/** An entry as it is appended; `at` is in milliseconds. */
type PendingEntry = Pick<EntryRow, 'id' | 'action' | 'via'> & { readonly at: number } & Partial<Omit<EntryRow, 'at'>>

function entryIn({ entry, changes }: RowOf<typeof INTAKE>): EntryRow {
  const taken = JSON.parse(entry) as PendingEntry
  const row: EntryRow = { ...NOTHING, ...taken, at: new Date(taken.at).toISOString(), changes }
  // Rare, but one entry that cannot be stored would block all entries behind it.
  const isOdd = entry.includes('\\u') || INDEXED.some((name) => (row[name]?.length ?? 0) > LONGEST_INDEXED)
  return isOdd ? { ...row, ...storable(row) } : row
}

const INDEXED = ['action', 'entity', 'documentId', 'actorId'] as const

function storable(row: EntryRow): Partial<EntryRow> {
  const texts = Object.entries(row).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  const clean = texts.map(([name, text]) => {
    const isIndexed = (INDEXED as readonly string[]).includes(name)
    const short = isIndexed && text.length > LONGEST_INDEXED ? text.slice(0, LONGEST_INDEXED) : text
    return [name, short.replaceAll('\0', '').toWellFormed()]
  })
  return Object.fromEntries(clean) as Partial<EntryRow>
}

interface Run {
  readonly first: number
  readonly last: number
}

/**
 * Groups places without gaps. A gap may belong to a transaction that has not committed yet, so no range may span it.
 */
function runsOf(waiting: readonly { readonly place: number }[]): readonly Run[] {
  const runs: Run[] = []
  for (const { place } of waiting) {
    const run = runs.at(-1)
    if (run?.last === place - 1) runs[runs.length - 1] = { first: run.first, last: place }
    else runs.push({ first: place, last: place })
  }
  return runs
}
