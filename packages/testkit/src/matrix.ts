import { DIALECTS, type Dialect } from './test-database.ts'

/**
 * Where a table of tests runs. `full`, the default: on both databases and through both ways in, as everything must that storage, access
 * rules, hooks or transactions have a part in. `validation`: on one database and through one way in, for what is decided before any of
 * them is asked: types, formats, limits, unknown fields, strict JSON and query strings.
 */
export type Matrix = 'full' | 'validation'

export const DIALECTS_OF: Readonly<Record<Matrix, readonly Dialect[]>> = { full: DIALECTS, validation: ['sqlite'] }
