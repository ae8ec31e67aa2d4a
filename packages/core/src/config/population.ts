import type { PopulationLimits } from '../contracts/entity.ts'
import { aPositiveCount, aQuantity } from './check-server.ts'
import type { ProblemList } from './problem-list.ts'
import { parseSize, type Size } from './quantities.ts'

/** How much one answer may hold of documents in the place of ids; what goes beyond stays ids. */
export interface PopulationConfig {
  /** 10,000 by default. One that stands in several places counts in each of them. */
  readonly documents?: number
  /** Of their JSON, wherever it stands; 16 MiB by default. */
  readonly bytes?: Size
}

const kinds = { documents: aPositiveCount, bytes: aQuantity(parseSize) }

export function checkPopulation(value: unknown, place: string, problems: ProblemList): void {
  problems.members(value, place, kinds)
}

export function resolvePopulation({ documents = 10_000, bytes = '16mb' }: PopulationConfig = {}): PopulationLimits {
  return { documents, bytes: parseSize(bytes) }
}
