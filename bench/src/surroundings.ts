import type { Contender } from './contenders/contender.ts'
import type { ContenderName } from './contenders/index.ts'
import type { CorePinning } from './processes/core-pinning.ts'

/** Where a run takes place. */
export interface Surroundings {
  readonly pinning: CorePinning
  /** Only for this run. Contains an installation of the built packages and, in `seeded`, each contender's content. */
  readonly folder: string
  readonly contenders: Readonly<Record<ContenderName, Contender>>
}
