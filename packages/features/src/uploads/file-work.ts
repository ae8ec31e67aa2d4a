import {
  Budget,
  type Files,
  type FileWork,
  QuireError,
  type Runtime,
  untilLate,
  waitingClient,
} from '@quirecms/core/feature'

/** Limit of concurrent uploads of all clients: each holds open files and memory for as long as its client sends. */
const places = new Budget({
  whole: 128,
  mostWaiting: 500,
  patience: 10_000,
  busy: 'Too many files are being uploaded. Try again later.',
  retryAfter: 5,
})

export interface FilesAtHand {
  readonly files: Files
  readonly work: FileWork
  /** Aborts when the client has left. Undefined if the client can't leave. */
  readonly over: AbortSignal | undefined
}

/** Queues and runs work with files, and removes its temporary files. Aborted when its client leaves. */
export async function withFiles<T>(runtime: Runtime, run: (at: FilesAtHand) => Promise<T>): Promise<T> {
  const files = await runtime.files()
  const client = waitingClient()
  const over = client?.disconnected ?? client?.gone
  const leave = await places.take({ ...(over && { signal: over }) })
  const work = files.begin(over)
  try {
    return await run({ files, work, over })
  } finally {
    // The document may already be committed: cleaning up must not delay or fail the call.
    await untilLate(work.end(), () => undefined)
    leave()
  }
}

/** Stores nothing after the client has left: the client was told that the request failed, or never gets an answer. */
export function refuseIfOver(over: AbortSignal | undefined): void {
  if (over?.aborted) throw new QuireError('timeout', 'The request has ended, so the file was discarded.')
}
