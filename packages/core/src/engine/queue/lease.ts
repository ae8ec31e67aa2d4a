/**
 * Lease time in milliseconds: until it expires, other instances leave the work alone. The running instance renews it.
 */
export const LEASE = 5_000
export const RENEW_EVERY = 1_500

/** What a job has to end by itself once its signal has fired: after that, its place is for others. */
export const GRACE = 1_500

/** By then, what was called off while it ran has ended, or its instance has. */
export const ENDED_AFTER = LEASE + GRACE
