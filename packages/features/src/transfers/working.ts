import type { Call, JsonObject, RecordChanges, RecordWriter } from '@quirecms/core/feature'
import { ISSUE_HEAD, issueLine, type RowIssue } from './row-issues.ts'
import { type RowOutcome, tryRows } from './row-portions.ts'
import type { RunningTransfer } from './running-transfer.ts'
import type { Saved } from './save-row.ts'
import type { TransferRow } from './transfer-tables.ts'

/** Limit of logged row failures. */
const MOST_REPORTED = 10

export interface Work<Row> {
  readonly isTrial: boolean
  /** Stops after the first row with an issue. */
  readonly stops: boolean
  /** Called before each attempt of a transaction. */
  readonly begins?: () => void
  readonly attempt: (call: Call, row: Row) => Promise<Saved>
  readonly issuesOf: (row: Row, error: unknown) => readonly RowIssue[]
  readonly holding?: Holding<Row>
}

/** Stores rows to retry, in the transaction that found out. */
interface Holding<Row> {
  readonly isFor: (error: unknown) => boolean
  readonly hold: (records: RecordWriter, row: Row) => Promise<void>
  readonly letGo: (records: RecordWriter, rows: readonly number[]) => Promise<void>
}

/** One run of a transfer over its rows. Each outcome is stored in the transaction of its document. */
export class Working<Row extends { readonly row: number }> {
  readonly #call: Call
  readonly #transfer: RunningTransfer
  readonly #work: Work<Row>
  #reported = 0
  #holds = true
  isOver = false

  constructor(call: Call, transfer: RunningTransfer, work: Work<Row>) {
    this.#call = call
    this.#transfer = transfer
    this.#work = work
  }

  /** Stores issues that were found before the first row. */
  async begin(issues: readonly RowIssue[]): Promise<void> {
    if (issues.length === 0) return
    if (this.#transfer.state.row === 0) {
      const part = await this.#transfer.prepare({ file: 'issues', text: this.#linesOf(issues) })
      await this.#transfer.keepNow({ row: 1, issues: issues.length }, part)
    }
    this.isOver = this.#work.stops
  }

  /** Processes the first of these rows, and returns the outcomes. */
  async take(rows: readonly Row[]): Promise<readonly RowOutcome<Row, Saved>[]> {
    const { attempt, begins, isTrial, stops } = this.#work
    let kept: TransferRow | undefined
    const outcomes = await tryRows<Row, Saved>(this.#call, rows, {
      isTrial,
      endsAtFailure: stops,
      ...(begins && { begins }),
      attempt,
      keep: async ({ tx }, some) => {
        const issues = some.flatMap((outcome) => this.#issuesOf(outcome))
        const text = this.#linesOf(issues)
        const part = issues.length === 0 ? undefined : await this.#transfer.prepare({ file: 'issues', text })
        kept = await this.#transfer.keep(tx.records, this.#countsAfter(some, issues.length), part)
        await this.#keepHeld(tx.records, some)
      },
    })
    if (kept) this.#transfer.keptAs(kept)
    for (const outcome of outcomes) this.#report(outcome)
    this.isOver = stops && outcomes.some((outcome) => 'error' in outcome)
    return outcomes
  }

  /** Whether the row will be retried. */
  isHeld(outcome: RowOutcome<Row, Saved>): boolean {
    return this.#holds && 'error' in outcome && this.#work.holding?.isFor(outcome.error) === true
  }

  /** From now on, failures are final. */
  endHolding(): void {
    this.#holds = false
  }

  async #keepHeld(records: RecordWriter, outcomes: readonly RowOutcome<Row, Saved>[]): Promise<void> {
    const { holding } = this.#work
    if (!holding) return
    // Skipped rows have been held already.
    const isNew = ({ row }: Row) => row > this.#transfer.state.row
    const settled = outcomes.filter((outcome) => !isNew(outcome.row) && !this.isHeld(outcome))
    await holding.letGo(
      records,
      settled.map(({ row }) => row.row),
    )
    for (const outcome of outcomes)
      if (isNew(outcome.row) && this.isHeld(outcome)) await holding.hold(records, outcome.row)
  }

  #linesOf(issues: readonly RowIssue[]): string {
    return (this.#transfer.state.issueParts === 0 ? ISSUE_HEAD : '') + issues.map(issueLine).join('')
  }

  #countsAfter(outcomes: readonly RowOutcome<Row, Saved>[], issues: number): RecordChanges<TransferRow> {
    const { state } = this.#transfer
    const count = (what: Saved) => outcomes.filter((outcome) => 'done' in outcome && outcome.done === what).length
    return {
      row: Math.max(state.row, outcomes.at(-1)?.row.row ?? 0),
      created: state.created + count('created'),
      updated: state.updated + count('updated'),
      failed: state.failed + outcomes.filter((outcome) => 'error' in outcome && !this.isHeld(outcome)).length,
      issues: state.issues + issues,
    }
  }

  #issuesOf(outcome: RowOutcome<Row, Saved>): readonly RowIssue[] {
    return 'error' in outcome && !this.isHeld(outcome) ? this.#work.issuesOf(outcome.row, outcome.error) : []
  }

  #report(outcome: RowOutcome<Row, Saved>): void {
    if (!('error' in outcome) || this.#reported >= MOST_REPORTED) return
    if (this.#issuesOf(outcome).every(({ code }) => code !== 'internal')) return
    this.#reported += 1
    const { entity, runtime } = this.#call
    const { kind } = this.#transfer.state
    runtime.reportError(`row ${outcome.row.row} of an ${kind} of "${entity.slug}" failed`, outcome.error)
  }

  /** Completes the run with the result of the job; deletes the input. */
  async end(result: JsonObject): Promise<JsonObject> {
    const { created, updated, failed, issues, row, rows, collection } = this.#transfer.state
    const whole = { collection, done: row, total: rows, created, updated, failed, issues, ...result }
    await this.#transfer.finish(whole)
    return whole
  }
}
