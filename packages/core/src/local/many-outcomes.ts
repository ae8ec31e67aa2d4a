import type { Issue, QuireError } from '../contracts/errors.ts'
import { failureOf, notTried, Patience } from '../operations/bulk-results.ts'

/** What became of one document, in the place that it has among those that were asked for or found. */
export type ManyResult =
  | { readonly id: string; readonly ok: true }
  | {
      /** Null for one that was to be made. */
      readonly id: string | null
      readonly ok: false
      readonly error: {
        readonly code: QuireError['code']
        readonly message: string
        readonly issues?: readonly Issue[]
      }
    }

/** What `createMany`, `updateMany` and `deleteMany` say of each document. */
export interface ManyTold {
  readonly failed: number
  readonly results: readonly ManyResult[]
}

/** A call that is refused as such, rather than for one of its documents: where that is all that happened, it is what the caller hears. */
const OF_CALL = new Set(['unauthenticated', 'forbidden', 'invalid_query'])

/** What became of many documents, one after the other. */
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

  /** It went before its turn came: it is not among those that are told of. */
  skip(): void {
    this.#tried += 1
  }

  /** Without a database, or with code that hangs, the others are not tried. */
  get isOver(): boolean {
    return this.#patience.isOver
  }

  /** Those of all that were not tried. */
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

  /** The list of new documents, as it always was, which also says what became of the others. */
  besideDocs(docs: readonly unknown[]): unknown {
    const told = this.told()
    // Where documents are listed or compared, they are what the list consists of.
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
