/** Query key of requests across all collections. A change of any collection invalidates it (query-client.ts). */
export const OVERVIEW = 'overview'

/** The key of what the start page shows. */
export const START = [OVERVIEW, 'start'] as const
