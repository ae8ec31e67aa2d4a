import type { Issue, QuireError } from '../contracts/errors.ts'
import { failureOf, notTried, Patience } from '../operations/bulk-results.ts'

/** The outcome for one document, by its index. */
export type ManyResult =
  | { readonly id: string; readonly ok: true }
  | {
      /** Null for a document that was not created. */
      readonly id: string | null
      readonly ok: false
      readonly error: {
        readonly code: QuireError['code']
        readonly message: string
        readonly issues?: readonly Issue[]
      }
    }

/** The result of `createMany`, `updateMany` and `deleteMany`. */
export interface ManyTold {
  readonly failed: number
  readonly results: readonly ManyResult[]
}

/** Errors of the call as a whole: if nothing else happened, they are thrown. */
const OF_CALL = new Set(['unauthenticated', 'forbidden', 'invalid_query'])

/** Collects the outcomes of many documents. */
export class ManyOutcomes {
  readonly #report: (error: QuireError) => void
  readonly #results: ManyResult[] = []
  readonly #patience = new Patience()
  #tried = 0
  #failed = 0
  readonly #refusals: QuireError[] = []

  constructor(report: (error: QuireError) => void) {
    this.#report = report
  }

  add(id: string): void {
    this.#tried += 1
    this.#patience.hear({ id, ok: true })
    this.#results.push({ id, ok: true })
  }

  fail(id: string | null, thrown: unknown): void {
    this.#tried += 1
    const error = failureOf(thrown)
    if (error.code === 'internal') this.#report(error)
    this.#patience.hear({ id: id ?? '', ok: false, error })
    this.#note(id, error)
  }

  /** The document was deleted before its turn, so it is not reported. */
  skip(): void {
    this.#tried += 1
  }

  /** If the database is unavailable or code hangs, the rest is skipped. */
  get isOver(): boolean {
    return this.#patience.isOver
  }

  /** Reports the rest as not attempted. */
  leave(all: readonly (string | null)[]): void {
    for (const id of all.slice(this.#tried)) this.#note(id, notTried(id ?? '').error)
    const [first] = this.#refusals
    const isOfCall = first && OF_CALL.has(first.code) && this.#refusals.length === all.length
    if (isOfCall && this.#refusals.every(({ code }) => code === first.code)) throw first
  }

  tellFailures(operation: string, tell: (message: string) => void): void {
    const [first] = this.#refusals
    if (!first) return
    const why = first.issues?.map(({ path, message }) => `${path}: ${message}`).join(' ') ?? first.message
    tell(`${operation}Many: ${this.#failed} of ${this.#results.length} documents failed. The first: ${why}`)
  }

  get succeeded(): number {
    return this.#results.length - this.#failed
  }

  told(): ManyTold {
    return { failed: this.#failed, results: this.#results }
  }

  /** The list of new documents, with outcomes as further properties. */
  besideDocs(docs: readonly unknown[]): unknown {
    const told = this.told()
    // Not enumerable: as an array, it contains documents only.
    return Object.defineProperties([...docs], {
      failed: { value: told.failed },
      results: { value: told.results },
    })
  }

  #note(id: string | null, error: QuireError): void {
    this.#failed += 1
    this.#refusals.push(error)
    const { code, message, issues } = error
    this.#results.push({ id, ok: false, error: { code, message, ...(issues && { issues }) } })
  }
}
