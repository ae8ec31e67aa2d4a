/** Limits for the work of one call (docs/contract/limits.md#time), in milliseconds. */
export interface WorkLimits {
  readonly queryTimeout: number
  /** How long a transaction may be open. */
  readonly transactionTimeout: number
  readonly maxWaitingWrites: number
}

/** How long a transaction may be queued: longer than it takes to roll back a previous one that hangs. */
export function patienceOfWrites({ transactionTimeout }: WorkLimits): number {
  return 2 * transactionTimeout
}

export const DEFAULT_LIMITS: WorkLimits = { queryTimeout: 5_000, transactionTimeout: 10_000, maxWaitingWrites: 1_000 }
