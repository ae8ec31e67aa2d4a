/** Query key of requests across all collections. A change of any collection invalidates it (query-client.ts). */
export const OVERVIEW = 'overview'

export const START = [OVERVIEW, 'start'] as const
