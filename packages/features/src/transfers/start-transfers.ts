import {
  ask,
  beforeOperation,
  type Call,
  changesRecords,
  execute,
  inTransaction,
  type JsonObject,
  newId,
  type Operation,
  queueJob,
  QuireError,
  refusalOf,
  type RuleName,
  signedIn,
  type UnitOfWork,
  type IncomingFile,
} from '@quirecms/core/feature'
import { type BulkStart, checkedBulk } from './checked-bulk.ts'
import { checkedImport } from './checked-import.ts'
import type { ExportRequest } from './export-api.ts'
import { exportColumns } from './export-columns.ts'
import { type ImportRequest, MOST_IMPORTED_BYTES } from './import-api.ts'
import { listQuery } from './run-export.ts'
import { TRANSFER_API } from './transfer-api.ts'
import { JOB_OF } from './transfer-jobs.ts'
import { forgetTransfer, noteTransfer } from './transfer-record.ts'
import { type TransferRow, TRANSFERS } from './transfer-tables.ts'
import { presentTransfer } from './read-transfer.ts'
import { decodedText } from './decoded-text.ts'
import { inParts, partOf, storePart } from './file-parts.ts'

/** Requires a signed-in user or the system, because queued work has an owner. */
function known(call: Call): void {
  const { system, scopes, key } = call.caller
  if (system) return
  signedIn(call)
  // The job later looks up the rights of the user or key.
  if (scopes && !key)
    throw new QuireError('forbidden', 'A credential with scopes that is not an API key cannot start background work.')
}

/** Refuses if a rule refuses in general; rules that depend on the document are asked for each. */
async function refuseIfNone(call: Call, ...rules: readonly RuleName[]): Promise<void> {
  for (const rule of rules) {
    try {
      if ((await ask(call, rule, { data: {} })).kind !== 'never') return
    } catch {
      return
    }
  }
  throw refusalOf(call, rules[0])
}

/** Starts an export. Issues of the request are reported at once, not by the job. */
export const startExport = changesRecords({
  ...TRANSFER_API.export,
  inEveryScope: true,
  accessAction: 'export.started',
  authorize: async (call) => {
    known(call)
    await refuseIfNone(call, 'read')
  },
  begin: async ({ call }) => {
    const request = (call.input.body ?? {}) as ExportRequest
    checkLocale(call, request)
    const { runtime, entity, caller } = call
    const columns = await exportColumns(call, request)
    const query = { ...listQuery(call, request, columns), limit: 1, after: '' }
    await execute(runtime, entity, 'list', { query, params: {} }, caller)
  },
  async run({ call, unit }) {
    const id = newId(call.runtime.clock().getTime())
    const row = await noteTransfer(call, unit.tx, id, 'export', call.input.body ?? {})
    return started(call, unit, row)
  },
})

function checkLocale({ runtime: { manifest } }: Call, { locale }: ExportRequest): void {
  const locales = manifest.localization?.locales ?? []
  if (locale === undefined || locales.includes(locale)) return
  const message = `Must be one of: ${locales.join(', ') || 'none'}.`
  throw new QuireError('validation', 'The request is not valid. The issues say why.', {
    issues: [{ code: 'option', path: 'locale', message }],
  })
}

/** Starts a bulk action. Each document asks its own rule. */
export const startBulk = changesRecords({
  ...TRANSFER_API.startBulk,
  inEveryScope: true,
  accessAction: 'bulk.started',
  authorize: known,
  // Validated by the schema.
  begin: ({ call }) => checkedBulk(call, call.input.body as unknown as BulkStart),
  async run({ call, unit }) {
    const id = newId(call.runtime.clock().getTime())
    const row = await noteTransfer(call, unit.tx, id, 'bulk', call.input.body ?? {})
    return started(call, unit, row)
  },
})

/** Transfers that a call has stored before its own transaction, which `run` of the same call removes if it is refused. */
const noted = new WeakMap<Call, string>()

const noteImport = changesRecords({
  ...TRANSFER_API.import,
  inEveryScope: true,
  accessAction: 'import.started',
  authorize: async (call) => {
    known(call)
    await refuseIfNone(call, 'create', 'update')
  },
  begin: async ({ call }) => {
    const id = newId(call.runtime.clock().getTime())
    const note = await inTransaction(call, ({ tx }) => noteTransfer(call, tx, id, 'import', {}))
    noted.set(call, id)
    return { ...note, ...(await received(call, id)) }
  },
  async run({ call, unit, begun: row }) {
    const { request, parts, bytes } = row
    await unit.tx.records.update(TRANSFERS.name, { id: row.id }, { request, parts, bytes })
    return started(call, unit, row)
  },
})

/** Starts an import. The file is stored as it is; the job parses it. */
export const startImport: Operation<Call> = {
  ...noteImport,
  async run(call) {
    try {
      return await noteImport.run(call)
    } catch (error) {
      const id = noted.get(call)
      if (id !== undefined) await forgetUnqueued(call, id)
      throw error
    }
  },
}

/** Removes the stored transfer after a refusal, such as a full queue. */
async function forgetUnqueued(call: Call, id: string): Promise<void> {
  await inTransaction(call, async ({ tx: { records } }) => {
    const [row] = await records.find(TRANSFERS.name, { id, job: null }, { lock: true })
    if (row) await forgetTransfer(records, id)
  }).catch((error: unknown) => call.runtime.reportError('the file of a refused import could not be removed', error))
}

async function received(call: Call, id: string): Promise<Pick<TransferRow, 'request' | 'parts' | 'bytes'>> {
  const { parts } = call.input
  const read = await parts?.read((file) => receiveFile(call, id, file))
  if (!parts || !read?.file) {
    const issues = [{ code: 'required', path: 'file', message: 'Send a file in the part "file".' } as const]
    throw new QuireError('validation', 'The file is missing.', { issues })
  }
  const ready: Call = { ...call, input: { ...call.input, parts: undefined, body: read.data } }
  const { input } = await beforeOperation(ready, TRANSFER_API.import)
  const request: ImportRequest = checkedImport(call, input.body ?? {}, parts.dataPath)
  return { request: JSON.stringify(request), ...read.file }
}

/** Queues the job in the transaction that stores the transfer. */
async function started(call: Call, unit: UnitOfWork, row: TransferRow) {
  const input: JsonObject = { transfer: row.id, collection: row.collection }
  const { actor, system } = call.caller
  // A key by user and kind serializes transfers, so that no user occupies the queue for hours.
  const key = actor ? `${actor.collection}/${actor.id}` : system ? '' : 'anonymous'
  const { id: job } = await queueJob(call, unit, JOB_OF[row.kind], input, { key })
  await unit.tx.records.update(TRANSFERS.name, { id: row.id }, { job })
  return { kind: 'value' as const, value: await presentTransfer(unit.tx.records, { ...row, job }) }
}

export interface ReceivedFile {
  readonly parts: number
  readonly bytes: number
}

/** Stores the uploaded file part by part, never whole in memory. Refuses it as soon as it is not text. */
async function receiveFile(call: Call, transfer: string, { content }: IncomingFile): Promise<ReceivedFile> {
  let parts = 0
  let bytes = 0
  for await (const text of inParts(decodedText(upTo(content, MOST_IMPORTED_BYTES)))) {
    const part = await partOf(text)
    await inTransaction(call, ({ tx }) => storePart(tx.records, transfer, 'content', parts, part))
    parts += 1
    bytes += part.size
  }
  return { parts, bytes }
}

async function* upTo(content: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const chunk of content) {
    length += chunk.length
    if (length > most)
      throw new QuireError(
        'payload_too_large',
        `A file that is imported may have at most ${most} bytes. Split it into several.`,
      )
    yield chunk
  }
}
