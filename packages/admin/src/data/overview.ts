/** The key of what is asked about all collections at once. A change of any of them makes it old (query-client.ts). */
export const OVERVIEW = 'overview'
