import { DIALECTS, type Dialect } from './test-database.ts'

/**
 * Where a table of tests runs. `diagonal`, the default: over HTTP on SQLite, and through the local API on PostgreSQL;
 * channels end where the engine begins, and databases begin where it ends, so other combinations find nothing more.
 * `full`: both channels on both databases. `validation`: over HTTP on SQLite, for what is decided before storage,
 * rules, hooks and transactions: types, formats, limits, unknown fields, strict JSON and query strings.
 */
export type Matrix = 'full' | 'diagonal' | 'validation'

export const DIALECTS_OF: Readonly<Record<Matrix, readonly Dialect[]>> = {
  full: DIALECTS,
  diagonal: DIALECTS,
  validation: ['sqlite'],
}
