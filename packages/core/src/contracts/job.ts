/** Background work that repeats for as long as the application runs. */
export interface Job<Call> {
  /** Unique within its entity. */
  readonly name: string
  /** Milliseconds from the start of the application, and then from the end of each run, until the next run. */
  readonly every: number
  /** `call` acts for the system. Long work watches `stop` and ends early. Errors are logged, and the job runs again. */
  run(call: Call, stop: AbortSignal): Promise<void>
}
