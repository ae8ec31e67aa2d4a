import { randomUUID } from 'node:crypto'
import { type Call, type JsonObject, QuireError, type RecordChanges, type RecordWriter } from '@quirecms/core/feature'
import { type FilePart, partOf, storePart } from './file-parts.ts'
import { type FileName, TRANSFER_PARTS, TRANSFERS, type TransferRow } from './transfer-tables.ts'

/** Another process runs the transfer now, so this run is rolled back. */
class RunLost extends Error {
  override readonly name = 'RunLost'
}

export interface RetainedText {
  readonly file: FileName
  readonly text: string
}

/** A transfer in one run. Its writes match only while no other run has begun. */
export class RunningTransfer {
  readonly #call: Call
  readonly #run: string
  #row: TransferRow

  private constructor(call: Call, run: string, row: TransferRow) {
    this.#call = call
    this.#run = run
    this.#row = row
  }

  /** Takes over the transfer: earlier runs can't write any more. */
  static async begin(call: Call, id: string): Promise<RunningTransfer> {
    const run = randomUUID()
    return call.runtime.storage.transaction(async ({ records }) => {
      const [row] = await records.find(TRANSFERS.name, { id }, { lock: true })
      if (!row) throw new QuireError('not_found', 'The data of this import or export has expired. Start it again.')
      await records.update(TRANSFERS.name, { id }, { run })
      return new RunningTransfer(call, run, { ...row, run })
    })
  }

  get state(): TransferRow {
    return this.#row
  }

  /** Compresses a part of a file, before the transaction. */
  async prepare({ file, text }: RetainedText): Promise<PreparedPart> {
    const number = file === 'content' ? this.#row.parts : this.#row.issueParts
    return { file, number, part: await partOf(text) }
  }

  /** Stores the progress in the given transaction. Call `keptAs` after the commit. */
  async keep(records: RecordWriter, changes: RecordChanges<TransferRow>, part?: PreparedPart): Promise<TransferState> {
    const { id } = this.#row
    const all: RecordChanges<TransferRow> = {
      ...changes,
      ...(part && {
        bytes: this.#row.bytes + part.part.size,
        ...(part.file === 'content' ? { parts: part.number + 1 } : { issueParts: part.number + 1 }),
      }),
    }
    if ((await records.update(TRANSFERS.name, { id, run: this.#run }, all)) === 0) throw new RunLost()
    if (part) await storePart(records, id, part.file, part.number, part.part)
    return { ...this.#row, ...all }
  }

  /** Applies what `keep` has written, after the commit. */
  keptAs(row: TransferState): void {
    this.#row = row
  }

  /** The same in a transaction of its own. */
  async keepNow(changes: RecordChanges<TransferRow>, part?: PreparedPart): Promise<void> {
    this.keptAs(await this.#call.runtime.storage.transaction(({ records }) => this.keep(records, changes, part)))
  }

  /** Completes the transfer, and deletes its input. */
  async finish(result: JsonObject): Promise<void> {
    const finishedAt = this.#call.runtime.clock().toISOString()
    const { id } = this.#row
    const kept = await this.#call.runtime.storage.transaction(async ({ records }) => {
      await records.remove(TRANSFER_PARTS.name, { transfer: id, file: 'content' })
      const bytes = await records.sum(TRANSFER_PARTS.name, 'size', { transfer: id })
      return this.keep(records, { result: JSON.stringify(result), finishedAt, parts: 0, bytes })
    })
    this.keptAs(kept)
  }
}

export interface PreparedPart {
  readonly file: FileName
  readonly number: number
  readonly part: FilePart
}

export type TransferState = TransferRow
