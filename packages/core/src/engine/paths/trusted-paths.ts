import type { Entity } from '../../contracts/entity.ts'
import { openPaths } from '../../query/open-paths.ts'
import type { OtherCollection } from '../../query/resolve-path.ts'
import type { Call } from '../call.ts'

/**
 * The paths of an entity as the application itself may use them, in the locale of the call. What they lead into is looked at in the copy
 * that the caller reads: a rule must not tell anybody of another.
 */
export async function trustedPaths(entity: Entity<Call>, call: Call): Promise<OtherCollection> {
  const { localization, collections } = call.runtime.manifest
  // Rules decide on one value; a call for all locales is decided on the default one.
  const locale = localization && (call.locale ?? { all: true, locales: localization.locales })
  const copies = new Map<string, string>()
  for (const other of Object.values(collections))
    if (other.copyForPaths) copies.set(other.slug, await other.copyForPaths({ ...call, entity: other }))
  return openPaths(entity, { collections, localization, locale, copies })
}
