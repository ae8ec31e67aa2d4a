/**
 * Lease time in milliseconds: until it expires, other instances leave the work alone. The running instance renews it.
 */
export const LEASE = 5_000
export const RENEW_EVERY = 1_500

/** Time for a job to end after its signal was aborted; then its slot is free for other work. */
export const GRACE = 1_500

/** By then, cancelled work has ended, or its instance has crashed. */
export const ENDED_AFTER = LEASE + GRACE
