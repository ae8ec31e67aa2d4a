export interface BenchRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT'
  readonly path: string
  readonly body?: object
  /** Whether an editor sends it; by default, an anonymous client does. */
  readonly isSignedIn?: boolean
  /** Expected status, if it is not that of the scenario. */
  readonly status?: number
}

export interface Scenario {
  readonly name: string
  readonly status: number
  /** Requests repeat after this many, so they can be prepared before the measurement; undefined if all differ. */
  readonly cycle?: number
  /** Returns the request with this number; numbers never repeat within a run. */
  request(number: number): BenchRequest
  /** Members that may differ between contenders, because each generates them. */
  readonly differing: readonly string[]
}
