/** How much of the database one call may have (contract 15, Bounds on work). Times are in milliseconds. */
export interface WorkLimits {
  readonly queryTimeout: number
  /** How long a transaction may be open, and how long one may wait for its turn. */
  readonly transactionTimeout: number
  readonly maxWaitingWrites: number
}

export const DEFAULT_LIMITS: WorkLimits = { queryTimeout: 5_000, transactionTimeout: 10_000, maxWaitingWrites: 1_000 }
