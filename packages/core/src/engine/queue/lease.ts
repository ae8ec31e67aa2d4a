/** For so long, nobody else takes up what an instance runs. It is renewed while the instance lives. */
export const LEASE = 5_000
export const RENEW_EVERY = 1_500

/** What a job has to end by itself once its signal has fired: after that, its place is for others. */
export const GRACE = 1_500

/** By then, what was called off while it ran has ended, or its instance has. */
export const ENDED_AFTER = LEASE + GRACE
