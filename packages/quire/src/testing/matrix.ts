import { DIALECTS, type Dialect } from './test-database.ts'

/**
 * Where a table of tests runs. `diagonal`, the default, is on both databases, and over each way in on one of them: what
 * comes in over HTTP and what is stored know nothing of each other, so the other combinations find nothing more.
 * `full` is every way in on both databases. Everything that involves storage, access rules, hooks or transactions needs
 * one of the two. `validation` is on one database and over HTTP, for what is decided before any of these is asked: types,
 * formats, limits, unknown fields, strict JSON and query strings.
 */
export type Matrix = 'full' | 'diagonal' | 'validation'

export const DIALECTS_OF: Readonly<Record<Matrix, readonly Dialect[]>> = {
  full: DIALECTS,
  diagonal: DIALECTS,
  validation: ['sqlite'],
}
