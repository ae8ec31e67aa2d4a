import { statSync } from 'node:fs'
import { QuireError } from '@quirecms/core'

/** Reads look at most this often: what they answer is what was stored, if not what is in the place of it now. */
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

  /** `lost` is called whenever the file is found to be another one. */
  constructor(path: string, lost: () => void) {
    this.#path = path
    this.#lost = lost
    this.check()
  }

  /** Throws `unavailable` where another file is in the place, or none. */
  check(): void {
    this.#lookedAt = performance.now()
    for (const file of [this.#path, `${this.#path}-wal`]) {
      const found = identityOf(file)
      const known = this.#known.get(file)
      // The log comes with the first write.
      if (known === undefined && found !== undefined) this.#known.set(file, found)
      else if (known !== found) this.#refuse()
    }
  }

  /** The check for reads, which costs a system call: only if the last one is a while ago. */
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
