export interface BenchRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT'
  readonly path: string
  readonly body?: object
}

/** One kind of request, measured separately. */
export interface Scenario {
  readonly name: string
  /** The status that every answer must have. */
  readonly status: number
  /** After this many, requests repeat, so they can be prepared before the measurement; undefined if each is new. */
  readonly cycle?: number
  /** The request with this number; numbers never repeat within a run. */
  request(number: number): BenchRequest
  /** Members of documents that may differ between contenders, because each makes them itself. */
  readonly differing: readonly string[]
}
