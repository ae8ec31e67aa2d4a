import { type Call, ForbiddenAddress, inTransaction, QUEUE, type QueuedJob, type Runtime } from 'quirecms/plugin'
import { changedTags } from './changed-tags.ts'
import type { PurgeSettings } from './options.ts'
import { PURGES, type PurgeRow } from './purge-table.ts'
import { JOB } from './record-changes.ts'

const AT_ONCE = 500

/** Delays after a database error. The outcome cannot be recorded then, so the purge is repeated, which is harmless. */
const AFTER_TROUBLE = [1_000, 5_000, 30_000, 60_000, 300_000, 300_000, 300_000, 300_000]

const soonestFirst = { sort: { column: 'dueAt', descending: false } } as const

export function tellCache(settings: PurgeSettings, secret: () => string | undefined): QueuedJob<Call> {
  return {
    name: JOB,
    retryAfter: AFTER_TROUBLE,
    concurrency: 1,
    async run(call, { id, documentId }, complete, stop) {
      const { storage, clock } = call.runtime
      const at = (milliseconds: number) => new Date(clock().getTime() + milliseconds).toISOString()
      // A failed change waits for its own next attempt. Otherwise every new change would use up its attempts while the
      // cache is down.
      const due = { status: 'pending', dueAt: { below: at(1) } } as const
      const rows = await storage.reader.records.find(PURGES.name, due, { ...soonestFirst, limit: AT_ONCE })
      const error = rows.length === 0 ? null : await send(call.runtime, rows, settings, secret(), stop)
      const waitOf = ({ attempts }: PurgeRow) => (error === null ? null : (settings.retryAfter[attempts] ?? null))
      await inTransaction(call, async (unit) => {
        const { records } = unit.tx
        // Locks the unit of work until commit. A concurrent write of the same document waits for it, and then queues
        // new work or sees that this one continues.
        await records.find(QUEUE.name, { id }, { lock: true })
        for (const row of rows) {
          const wait = waitOf(row)
          const attempts = row.attempts + 1
          const changes =
            wait === null
              ? ({ status: error === null ? 'purged' : 'failed', attempts, finishedAt: at(0), error } as const)
              : ({ attempts, dueAt: at(wait), error } as const)
          // Leaves a change alone if a retry has rescheduled it meanwhile.
          const asItWas = error === null ? {} : { dueAt: row.dueAt }
          await records.update(PURGES.name, { id: row.id, status: 'pending', ...asItWas }, changes)
        }
        const left = { status: 'pending', ...(documentId !== '' && { documentId }) } as const
        const [next] = await records.find(PURGES.name, left, { ...soonestFirst, limit: 1 })
        await complete(unit, next ? { repeatAt: next.dueAt } : 'forget')
      })
      const givenUp = error === null ? [] : rows.filter((row) => waitOf(row) === null)
      if (error !== null && givenUp.length > 0) reportFailure(call.runtime, givenUp, settings, error)
    },
  }
}

/**
 * Returns null if the cache purged everything, otherwise the error. Rejects only if the service is stopping: another
 * instance must retry then.
 */
async function send(
  runtime: Runtime,
  rows: readonly PurgeRow[],
  { to, timeout }: PurgeSettings,
  secret: string | undefined,
  stop: AbortSignal,
): Promise<string | null> {
  const tags = await changedTags(runtime, rows, secret)
  for (let start = 0; start < tags.length; start += to.maxTags) {
    stop.throwIfAborted()
    const error = await sendSome(runtime, tags.slice(start, start + to.maxTags), { to, timeout }, stop)
    if (error !== null) return error
  }
  return null
}

/** Sends one request. The error message contains no URL and no secret, because it goes to the log. */
async function sendSome(
  runtime: Pick<Runtime, 'send'>,
  tags: readonly string[],
  { to, timeout }: Pick<PurgeSettings, 'to' | 'timeout'>,
  stop: AbortSignal,
): Promise<string | null> {
  const tooLate = AbortSignal.timeout(timeout)
  const { url, headers, body } = to.request(tags)
  try {
    const { status } = await runtime.send({
      url,
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'quire-purge',
      },
      body,
      signal: AbortSignal.any([stop, tooLate]),
      isPrivate: to.isPrivate,
    })
    return status < 300 ? null : `The cache answered with status ${status}.`
  } catch (error) {
    if (stop.aborted) throw stop.reason
    if (tooLate.aborted) return `The cache did not answer within ${timeout} ms.`
    if (error instanceof ForbiddenAddress) return 'The address is not public, so nothing was sent.'
    const { code } = error as { code?: unknown }
    return `The cache cannot be reached${typeof code === 'string' ? ` (${code})` : ''}.`
  }
}

function reportFailure(
  { reportError }: Runtime,
  rows: readonly PurgeRow[],
  { to }: PurgeSettings,
  error: string,
): void {
  const what = `${rows.length} purges of the cache "${to.name}" failed; retry them with POST /api/plugins/purge/retry`
  reportError(what, new Error(error))
}
