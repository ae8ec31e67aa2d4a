/** Work that is done again and again beside the requests, from the start of the application to its end. */
export interface Job<Call> {
  /** Unique within its entity. */
  readonly name: string
  /** Milliseconds from the start, and from the end of one run, to the next run. */
  readonly every: number
  /** `call` acts for the system. Long work looks at `stop` and ends early; what it throws is logged, and the next run comes. */
  run(call: Call, stop: AbortSignal): Promise<void>
}
