import { DIALECTS, type Dialect } from './test-database.ts'

/**
 * Where a table of tests runs. `full`, the default, is on both databases, over HTTP and through the local API.
 * Everything that involves storage, access rules, hooks or transactions needs that. `validation` is on one database and
 * over one of the two, for what is decided before any of these is asked: types, formats, limits, unknown fields, strict
 * JSON and query strings.
 */
export type Matrix = 'full' | 'validation'

export const DIALECTS_OF: Readonly<Record<Matrix, readonly Dialect[]>> = { full: DIALECTS, validation: ['sqlite'] }
