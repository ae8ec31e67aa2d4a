/** How much of the database one call may have (docs/contract/limits.md#time). Times are in milliseconds. */
export interface WorkLimits {
  readonly queryTimeout: number
  /** How long a transaction may be open. */
  readonly transactionTimeout: number
  readonly maxWaitingWrites: number
}

/** How long a transaction may wait for its turn: longer than one before it that never ends takes to be rolled back. */
export function patienceOfWrites({ transactionTimeout }: WorkLimits): number {
  return 2 * transactionTimeout
}

export const DEFAULT_LIMITS: WorkLimits = { queryTimeout: 5_000, transactionTimeout: 10_000, maxWaitingWrites: 1_000 }
