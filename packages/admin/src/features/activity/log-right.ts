/** Where the log is. */
export const LOG = '/api/plugins/audit/entries'

/** Under which key it is known what of the log the actor may see. */
export const RIGHT = ['activity', 'right'] as const

/** Nothing; entries; or entries by the names of people, which may be asked for only by those who may read all users. */
export type LogRight = 'none' | 'entries' | 'names'
