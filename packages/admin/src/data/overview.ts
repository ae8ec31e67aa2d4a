/** The key of what is asked about all collections at once. A change of any of them makes it old (query-client.ts). */
export const OVERVIEW = 'overview'

/** The key of what the start page shows. */
export const START = [OVERVIEW, 'start'] as const
