export const LOG = '/api/plugins/audit/entries'

/** Reports which part of the log the actor may see. */
export const RIGHTS = '/api/plugins/audit/rights'

/** Query key of the actor's rights to the log. */
export const RIGHT = ['activity', 'right'] as const

/** The part of the log that the actor may see; `names` also allows filters by users' names. */
export type LogRight = 'none' | 'own' | 'others' | 'names'
