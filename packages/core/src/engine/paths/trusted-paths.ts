import type { Entity } from '../../contracts/entity.ts'
import { openPaths } from '../../query/open-paths.ts'
import type { OtherCollection } from '../../query/resolve-path.ts'
import type { Call } from '../call.ts'

/** The paths of an entity as the application itself may use them, in the locale of the call. */
export function trustedPaths(entity: Entity<Call>, call: Call): OtherCollection {
  const { localization, collections } = call.runtime.manifest
  // Rules decide on one value; a call for all locales is decided on the default one.
  const locale = localization && (call.locale ?? { all: true, locales: localization.locales })
  return openPaths(entity, { collections, localization, locale })
}
