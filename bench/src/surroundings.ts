import type { Contender } from './contenders/contender.ts'
import type { ContenderName } from './contenders/index.ts'
import type { CorePinning } from './processes/core-pinning.ts'

export interface Surroundings {
  readonly pinning: CorePinning
  /** Folder of this run, with an installation of the built packages and, in `seeded`, each contender's content. */
  readonly folder: string
  readonly contenders: Readonly<Record<ContenderName, Contender>>
}
