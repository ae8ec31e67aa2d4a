import type { PopulationLimits } from '../contracts/entity.ts'
import { aPositiveCount, aQuantity } from './check-server.ts'
import type { ProblemList } from './problem-list.ts'
import { parseSize, type Size } from './quantities.ts'

/** Limits of populated documents in one response. Beyond them, ids stay ids. */
export interface PopulationConfig {
  /** By default 1,000 over HTTP, and 10,000 in process. A document in several places counts in each of them. */
  readonly documents?: number
  /** The total size of their JSON, counting each place; by default 4 MiB over HTTP, and no limit in process. */
  readonly bytes?: Size
}

const kinds = { documents: aPositiveCount, bytes: aQuantity(parseSize) }

export function checkPopulation(value: unknown, place: string, problems: ProblemList): void {
  problems.members(value, place, kinds)
}

/** A configured limit applies to both. */
export function resolvePopulation({ documents, bytes }: PopulationConfig = {}): {
  remote: PopulationLimits
  inProcess: PopulationLimits
} {
  const configured = bytes === undefined ? undefined : parseSize(bytes)
  return {
    remote: { documents: documents ?? 1_000, bytes: configured ?? 4 * 1024 * 1024 },
    inProcess: { documents: documents ?? 10_000, bytes: configured ?? Number.POSITIVE_INFINITY },
  }
}
