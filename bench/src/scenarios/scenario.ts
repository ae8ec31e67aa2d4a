export interface BenchRequest {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly body?: object
}

/** One kind of request, measured by itself. */
export interface Scenario {
  readonly name: string
  /** What every answer must be. */
  readonly status: number
  /** After this many requests they repeat and can be written down before the measurement; undefined if each is new. */
  readonly cycle?: number
  /** The request with this number; numbers never repeat within a run. */
  request(number: number): BenchRequest
  /** Members of documents whose values may differ between contenders: what each of them makes by itself. */
  readonly differing: readonly string[]
}
