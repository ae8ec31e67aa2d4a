import { QuireError } from '../../contracts/errors.ts'
import type { Files, FileWork } from '../../contracts/files.ts'
import { untilLate } from '../../engine/awaited-answer.ts'
import { Budget } from '../../engine/budgets/budget.ts'
import type { Runtime } from '../../engine/call.ts'
import { waitingClient } from '../../engine/waiting-client.ts'

/** Files under way at once, over all clients: each takes a few open files and some memory, for as long as its sender likes. */
const places = new Budget({
  whole: 128,
  mostWaiting: 500,
  patience: 10_000,
  busy: 'Too many files are being uploaded. Try again later.',
  retryAfter: 5,
})

/** What a call that brings or makes files works with. */
export interface FilesAtHand {
  readonly files: Files
  readonly work: FileWork
  /** Aborted once nobody waits for the answer any more. Undefined where nobody can go away. */
  readonly over: AbortSignal | undefined
}

/** Runs what is done with files, in turn; nothing of it is left on this machine afterwards. It ends with the client that waits for it. */
export async function withFiles<T>(runtime: Runtime, run: (at: FilesAtHand) => Promise<T>): Promise<T> {
  const files = await runtime.files()
  const client = waitingClient()
  const over = client?.left ?? client?.gone
  const leave = await places.take({ ...(over && { signal: over }) })
  const work = files.begin(over)
  try {
    return await run({ files, work, over })
  } finally {
    // The document that names them may be committed.
    await untilLate(work.end(), () => undefined)
    leave()
  }
}

/** What nobody waits for any more is not stored either: whoever sent it was told that it failed, or never learns that it did not. */
export function refuseIfOver(over: AbortSignal | undefined): void {
  if (over?.aborted) throw new QuireError('timeout', 'The request has ended, so the file was given up.')
}
