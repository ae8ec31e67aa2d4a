import type { BulkFailure, BulkOutcome } from '../../data/document.ts'

interface SortedOutcomes {
  readonly succeeded: readonly string[]
  /** Number of documents that were in the wanted state before. */
  readonly unchanged: number
  readonly failed: readonly BulkFailure[]
}

/** The results of a bulk action. Publishing what is live, and unpublishing what is not, is no failure. */
export function sortOutcomes(action: string, results: readonly BulkOutcome[]): SortedOutcomes {
  const refused = results.filter((one): one is BulkFailure => !one.ok)
  const failed = refused.filter(({ error }) => error.code !== 'invalid_state' || !isPublication(action))
  return {
    succeeded: results.filter(({ ok }) => ok).map(({ id }) => id),
    unchanged: refused.length - failed.length,
    failed,
  }
}

const isPublication = (action: string) => action === 'publish' || action === 'unpublish'
