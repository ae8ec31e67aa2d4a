import {
  type Call,
  type Finding,
  inTransaction,
  type QueuedJob,
  readerOf,
  type RecordReader,
  type RecordWriter,
  type Runtime,
  type Unit,
} from 'quirecms/plugin'
import type { AuditVerification } from './client.ts'
import { ENTRIES, type EntryRow, INTAKE, SEGMENTS, STATE } from './entry-table.ts'
import { hashingWith } from './entry-hash.ts'
import { saltOf } from './keyed-hash.ts'

export const SEAL = 'audit seal'

const AT_ONCE = 200
const MOST_PROBLEMS = 100

/** Matching both columns lets the index return unsealed entries in the order of their ids. */
export const UNSEALED = { segment: '', sequence: 0 } as const

interface Head {
  readonly day: string
  readonly sequence: number
  readonly hash: string
}

/**
 * Appends unsealed entries to the chain; one instance at a time. New entries are sealed when they are settled. Sequence
 * and day follow the time of sealing, not of the change, so a change that commits late still fits in.
 */
export const seal: QueuedJob<Call> = {
  name: SEAL,
  retryAfter: [1_000, 5_000, 30_000, 60_000],
  async run(call, _work, complete, stop) {
    for (;;) {
      stop.throwIfAborted()
      const isMore = await inTransaction(call, async (unit) => {
        const sealed = await sealSome(call, unit)
        if (sealed < AT_ONCE) await complete(unit, 'forget')
        return sealed === AT_ONCE
      })
      if (!isMore) return
    }
  },
}

/** Seals entries that are older than the chain, or that were settled without it. */
async function sealSome({ runtime }: Call, unit: Unit): Promise<number> {
  const { records } = unit.tx
  const head = await lockedHead(records)
  const rows = await records.find(ENTRIES.name, UNSEALED, { limit: AT_ONCE })
  for (const { id, segment, sequence, hash } of await chained(runtime, unit, head, rows))
    await records.update(ENTRIES.name, { id }, { segment, sequence, hash })
  return rows.length
}

/** Returns the end of the chain and locks it until commit. Only the holder of this lock may add to the log. */
export async function lockedHead(records: RecordWriter): Promise<Head> {
  await records.insert(STATE.name, { name: 'head', value: JSON.stringify({ day: '', sequence: 0, hash: '' }) })
  const [held] = await records.find(STATE.name, { name: 'head' }, { lock: true })
  return JSON.parse(held?.value ?? '') as Head
}

/** Returns the entries with their places in the chain, and moves its end to the last of them. */
export async function chained(
  runtime: Runtime,
  unit: Unit,
  end: Head,
  rows: readonly EntryRow[],
): Promise<readonly EntryRow[]> {
  if (rows.length === 0) return rows
  const { records } = unit.tx
  const hashOf = hashingWith(await saltOf(runtime, unit))
  // The clocks of instances differ a little. The day of the chain never goes back.
  const today = runtime.clock().toISOString().slice(0, 10)
  const day = today > end.day ? today : end.day
  let head = end
  if (day !== end.day) {
    await records.insert(SEGMENTS.name, { day, entries: 0, lastHash: null, removedAt: null })
    head = { day, sequence: 0, hash: end.hash }
  }
  const placedRows = rows.map((row) => {
    const placed = { ...row, segment: day, sequence: head.sequence + 1 }
    const hash = hashOf(head.hash, placed)
    head = { day, sequence: placed.sequence, hash }
    return { ...placed, hash }
  })
  await records.update(SEGMENTS.name, { day }, { entries: head.sequence, lastHash: head.hash })
  await records.update(STATE.name, { name: 'head' }, { value: JSON.stringify(head) })
  return placedRows
}

interface Days {
  readonly from?: string | undefined
  readonly until?: string | undefined
}

type Problem = AuditVerification['problems'][number]

/** Verifies the chain and returns the first hundred problems. */
export async function verifyChain(call: Call, { from = '', until = '9999' }: Days = {}): Promise<AuditVerification> {
  const { records } = readerOf(call)
  const [stored] = await records.find(STATE.name, { name: 'head' })
  const [salted] = await records.find(STATE.name, { name: 'salt' })
  const hashOf = hashingWith(salted?.value ?? '')
  const head = stored ? (JSON.parse(stored.value) as Head) : null
  const segments = await records.find(SEGMENTS.name, {})
  const problems: Problem[] = []
  let entries = 0
  let days = 0
  let previous = ''
  for (const { day, entries: expected, lastHash, removedAt } of segments) {
    if (lastHash === null) continue
    if (removedAt === null && day >= from && day <= until) {
      const found = await verifyDay(records, day, { previous, hashOf, lastHash, expected })
      problems.push(...found.problems)
      entries += found.entries
      days += 1
    }
    previous = lastHash
  }
  if ((head?.hash ?? '') !== previous)
    problems.push({
      day: head?.day ?? '',
      sequence: null,
      id: null,
      message: 'The end of the chain was changed.',
    })
  const unsealed = (await records.count(ENTRIES.name, UNSEALED)) + (await records.count(INTAKE.name, {}))
  const told = problems.slice(0, MOST_PROBLEMS)
  return { ok: problems.length === 0, days, entries, unsealed, head: head?.hash ?? null, problems: told }
}

interface DayOfChain {
  readonly previous: string
  readonly hashOf: ReturnType<typeof hashingWith>
  readonly lastHash: string
  readonly expected: number
}

async function verifyDay(
  records: RecordReader,
  day: string,
  { previous, hashOf, lastHash, expected }: DayOfChain,
): Promise<{ readonly problems: readonly Problem[]; readonly entries: number }> {
  const problems: Problem[] = []
  let [hash, sequence, entries] = [previous, 0, 0]
  for (;;) {
    const match = { segment: day, sequence: { above: sequence } }
    const inOrder = { sort: { column: 'sequence', descending: false }, limit: AT_ONCE } as const
    const rows = await records.find(ENTRIES.name, match, inOrder)
    for (const row of rows) {
      const say = (message: string) => problems.push({ day, sequence: row.sequence, id: row.id, message })
      if (row.sequence !== sequence + 1) say(`${row.sequence - sequence - 1} entries before this one are missing.`)
      else if (hashOf(hash, row) !== row.hash) say('This entry, or the one before it, was changed.')
      entries += 1
      sequence = row.sequence
      hash = row.hash ?? ''
    }
    if (rows.length < AT_ONCE || problems.length >= MOST_PROBLEMS) break
  }
  if (problems.length < MOST_PROBLEMS && (sequence !== expected || hash !== lastHash))
    problems.push({
      day,
      sequence,
      id: null,
      message: `The day ends with entry ${sequence} instead of ${expected}.`,
    })
  return { problems, entries }
}

export async function* examineChain(call: Call): AsyncGenerator<Finding> {
  const { problems } = await verifyChain(call)
  for (const { day, sequence, id, message } of problems)
    yield { place: `audit ${day}${id === null ? '' : ` ${id}`}${sequence === null ? '' : ` (${sequence})`}`, message }
}
