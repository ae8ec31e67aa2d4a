import type { Entity } from '../../contracts/entity.ts'
import { openPaths } from '../../query/open-paths.ts'
import type { OtherCollection } from '../../query/path-scope.ts'
import { namedPaths } from '../../query/where/named-paths.ts'
import type { ParsedWhere } from '../../query/where/parse-where.ts'
import type { Call } from '../call.ts'

/**
 * Paths of an entity as the application itself may use them, in the locale of the call. They lead into the copy that
 * the caller reads: a rule must not reveal another copy. Most rules stay in their document (`where`) and need no
 * lookup.
 */
export async function trustedPaths(entity: Entity<Call>, call: Call, where?: ParsedWhere): Promise<OtherCollection> {
  const { localization, collections } = call.runtime.manifest
  // Rules decide on one value; with `locale=all`, on that of the default locale.
  const locale = localization && (call.locale ?? { all: true, locales: localization.locales })
  const copies = new Map<string, string>()
  if (where === undefined || mayLeave(entity, where)) {
    for (const other of Object.values(collections))
      if (other.copies) copies.set(other.slug, await other.copies.forPaths({ ...call, entity: other }))
  }
  return openPaths(entity, { collections, localization, locale, copies })
}

/** Whether a query may read other documents, by a path or a join. */
function mayLeave(entity: Entity<Call>, where: ParsedWhere): boolean {
  return namedPaths(where).some((path) => !isOwnValue(entity, path))
}

function isOwnValue({ fields, systemFields }: Entity<Call>, name: string): boolean {
  if (systemFields.some((field) => field.name === name)) return true
  return fields.find((field) => field.name === name)?.structure === 'value'
}
