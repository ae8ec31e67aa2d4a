import type { Runtime } from '../call.ts'
import { JOB_DETAILS, type JobProgress } from './job-details.ts'

const WRITTEN_EVERY = 1_000
const LONGEST_NOTE = 200

/** Stores the latest progress of a job, at most once a second. */
export class NotedProgress {
  readonly #runtime: Runtime
  readonly #id: string
  #newest: string | null
  #written: string | null
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(runtime: Runtime, id: string, before: string | null) {
    this.#runtime = runtime
    this.#id = id
    this.#newest = before
    this.#written = before
  }

  say(done: number, total: number | null = null, note: string | null = null): void {
    const progress: JobProgress = {
      done: countIn(done),
      total: total === null ? null : countIn(total),
      note: note === null ? null : note.slice(0, LONGEST_NOTE).toWellFormed().replaceAll('\u0000', ''),
    }
    if (this.#isOver) return
    this.#newest = JSON.stringify(progress)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#runtime.runInBackground('noting the progress of a job', () => this.#write())
    }, WRITTEN_EVERY).unref()
  }

  /** The progress to store with the end of the job. */
  end(): string | null {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#written = this.#newest
    return this.#newest
  }

  /** Ends the attempt: later reports are ignored. */
  close(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  async #write(): Promise<void> {
    const progress = this.#newest
    if (progress === this.#written) return
    this.#written = progress
    await this.#runtime.storage.transaction(({ records }) =>
      records.update(JOB_DETAILS.name, { id: this.#id }, { progress }),
    )
  }
}

function countIn(value: number): number {
  return Number.isFinite(value) ? Math.max(0, value) : 0
}
