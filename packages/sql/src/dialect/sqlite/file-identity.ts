import { statSync } from 'node:fs'
import { QuireError } from '@quirecms/core'

/** Reads check at most this often: at worst, they return what was stored in the old file. */
const LOOK_EVERY_MS = 1_000

/**
 * Detects that the database file, or its log, was deleted, moved or replaced since it was opened. SQLite would go on
 * with the open file and acknowledge writes that are lost.
 */
export class FileIdentity {
  readonly #path: string
  readonly #lost: () => void
  readonly #known = new Map<string, string>()
  #lookedAt = 0

  constructor(path: string, lost: () => void) {
    this.#path = path
    this.#lost = lost
    this.check()
  }

  /** Throws `unavailable` if the file is missing or replaced. */
  check(): void {
    this.#lookedAt = performance.now()
    for (const file of [this.#path, `${this.#path}-wal`]) {
      const found = identityOf(file)
      const known = this.#known.get(file)
      // SQLite creates the log with the first write.
      if (known === undefined && found !== undefined) this.#known.set(file, found)
      else if (known !== found) this.#refuse()
    }
  }

  /** The check for reads: skipped if the last one was recent, because it costs a system call. */
  checkSometimes(): void {
    if (performance.now() - this.#lookedAt > LOOK_EVERY_MS) this.check()
  }

  #refuse(): never {
    // The next read looks again.
    this.#lookedAt = Number.NEGATIVE_INFINITY
    this.#lost()
    const message = 'The database file was deleted or replaced. Put it back, or restart the service.'
    throw new QuireError('unavailable', message)
  }
}

function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}
