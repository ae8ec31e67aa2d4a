import { aPositiveCount } from './check-server.ts'
import type { ProblemList } from './problem-list.ts'

export interface BulkConfig {
  /**
   * Maximum number of documents that a bulk call with `where` changes; 10,000 by default. If more match, it changes
   * none.
   */
  readonly documents?: number
}

const kinds = { documents: aPositiveCount }

export function checkBulk(value: unknown, place: string, problems: ProblemList): void {
  problems.members(value, place, kinds)
}

export function resolveBulk({ documents = 10_000 }: BulkConfig = {}): Required<BulkConfig> {
  return { documents }
}
