export const LOG = '/api/plugins/audit/entries'

/** Reports which part of the log the actor may see. */
export const RIGHTS = '/api/plugins/audit/rights'

/** Under which key it is known what of the log the actor may see. */
export const RIGHT = ['activity', 'right'] as const

/**
 * Which part of the log the actor may see: none, what the actor did, or what others did; `names` if it can be filtered
 * by the names of people.
 */
export type LogRight = 'none' | 'own' | 'others' | 'names'
