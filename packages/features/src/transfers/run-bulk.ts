import {
  actOn,
  type BulkAction,
  type Call,
  idsOf,
  type JsonObject,
  parseJson,
  QuireError,
  type RecordReader,
  type RecordWriter,
} from '@quirecms/core/feature'
import { type BulkStart, placesOfBulk } from './checked-bulk.ts'
import { inParts, textOf } from './file-parts.ts'
import { issuesOf } from './row-issues.ts'
import type { ImportRun } from './run-import.ts'
import { RunningTransfer } from './running-transfer.ts'
import { Working } from './working.ts'
import { TRANSFER_PARTS } from './transfer-tables.ts'

/** Maximum number of documents per transaction. */
const AT_ONCE = 100

/**
 * Applies an action to many documents with the rights of the user. The ids are stored before the first change, so that
 * no change adds or removes a document. A resumed run continues behind the last document, and retries held ones.
 */
export async function runBulk(call: Call, id: string, request: BulkStart, run: ImportRun): Promise<JsonObject> {
  const transfer = await RunningTransfer.begin(call, id)
  if (transfer.state.result !== null) return parseJson(transfer.state.result) as JsonObject
  const action = call.entity.bulk[request.action]
  if (!action) throw new QuireError('validation', `This collection no longer has the action "${request.action}".`)
  if (transfer.state.rows === null) await settle(call, transfer, request, run)
  const work = workOn(call, transfer, action, request)
  const begun = transfer.state.row
  await takeAll(behind(begun, chosen(call, transfer)), work, transfer, run)
  // Documents that only others of the selection reference can be deleted after those. When a round deletes nothing, the
  // rest is refused.
  const { records } = call.runtime.storage.reader
  for (let isOver = false; !isOver; ) {
    const { taken, held } = await takeAll(heldDocuments(records, id), work, transfer, run)
    isOver = held === 0
    if (held === taken) work.endHolding()
  }
  return work.end({ action: request.action })
}

/** Processes these documents; returns how many were processed and how many are held. */
async function takeAll(
  all: AsyncIterable<HeldChoice>,
  work: Working<HeldChoice>,
  transfer: RunningTransfer,
  run: ImportRun,
): Promise<{ readonly taken: number; readonly held: number }> {
  let waiting: HeldChoice[] = []
  let taken = 0
  let held = 0
  const takeSome = async () => {
    run.signal.throwIfAborted()
    const outcomes = await work.take(waiting)
    waiting = waiting.slice(outcomes.length)
    taken += outcomes.length
    held += outcomes.filter((outcome) => work.isHeld(outcome)).length
    run.progress(transfer.state.row, transfer.state.rows)
  }
  for await (const one of all) {
    waiting.push(one)
    if (waiting.length >= AT_ONCE) await takeSome()
  }
  while (waiting.length > 0) await takeSome()
  return { taken, held }
}

async function* behind(row: number, all: AsyncIterable<HeldChoice>): AsyncGenerator<HeldChoice> {
  for await (const one of all) if (one.row > row) yield one
}

function workOn(call: Call, transfer: RunningTransfer, action: BulkAction, change: BulkStart): Working<HeldChoice> {
  return new Working<HeldChoice>(call, transfer, {
    isTrial: false,
    stops: false,
    holding: {
      isFor: (error) => error instanceof QuireError && error.code === 'referenced',
      hold: (records, one) => holdDocument(records, transfer.state.id, one),
      letGo: (records, rows) => letGo(records, transfer.state.id, rows),
    },
    attempt: async (within, { id }) => {
      await actOn(within, action, id, change)
      return 'updated'
    },
    issuesOf: ({ row, id }, error) => issuesOf(row, error, (path) => path).map((one) => ({ ...one, document: id })),
  })
}

async function settle(call: Call, transfer: RunningTransfer, request: BulkStart, run: ImportRun): Promise<void> {
  // An earlier attempt may have stopped in the middle.
  await transfer.keepNow({ parts: 0 })
  let count = 0
  async function* lines() {
    for await (const ids of idsIn(call, request)) {
      run.signal.throwIfAborted()
      count += ids.length
      // JSON escapes line breaks, so each line is one id.
      yield ids.map((id) => `${JSON.stringify(id)}\n`).join('')
    }
  }
  for await (const text of inParts(lines())) {
    await transfer.keepNow({}, await transfer.prepare({ file: 'content', text }))
  }
  await transfer.keepNow({ rows: count })
}

async function* idsIn(call: Call, request: BulkStart): AsyncGenerator<readonly string[]> {
  if (request.ids) yield request.ids
  else yield* idsOf(call, await placesOfBulk(call, request))
}

async function* chosen(call: Call, { state }: RunningTransfer): AsyncGenerator<HeldChoice> {
  let row = 0
  let rest = ''
  for await (const text of textOf(call.runtime.storage.reader.records, state.id, 'content', state.parts)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      row += 1
      yield { row, id: parseJson(line) as string }
    }
  }
}

export interface HeldChoice {
  readonly row: number
  readonly id: string
}

/** Documents read together. */
const PARTS_AT_ONCE = 1000

/** Held documents of a selection, which wait for others of it. Stored, so that another process can resume. */
async function* heldDocuments(records: RecordReader, transfer: string): AsyncGenerator<HeldChoice> {
  for (let last = 0, isThrough = false; !isThrough; ) {
    const match = { transfer, file: 'held', number: { above: last } } as const
    const found = await records.find(TRANSFER_PARTS.name, match, { limit: PARTS_AT_ONCE })
    for (const { number, data } of found) yield { row: number, id: data }
    last = found.at(-1)?.number ?? last
    isThrough = found.length < PARTS_AT_ONCE
  }
}

async function holdDocument(records: RecordWriter, transfer: string, { row, id }: HeldChoice): Promise<void> {
  await records.insert(TRANSFER_PARTS.name, { transfer, file: 'held', number: row, size: 0, data: id })
}

/** Deletes held documents with an outcome. */
async function letGo(records: RecordWriter, transfer: string, rows: readonly number[]): Promise<void> {
  if (rows.length > 0) await records.remove(TRANSFER_PARTS.name, { transfer, file: 'held', number: { oneOf: rows } })
}
