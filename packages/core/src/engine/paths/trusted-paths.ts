import type { Entity } from '../../contracts/entity.ts'
import { isObject } from '../../content/json-object.ts'
import { openPaths } from '../../query/open-paths.ts'
import type { OtherCollection } from '../../query/resolve-path.ts'
import type { Call } from '../call.ts'

/**
 * The paths of an entity as the application itself may use them, in the locale of the call. What they lead into is looked at in the copy
 * that the caller reads: a rule must not tell anybody of another. Most rules stay in their document (`where`), and then nobody asks.
 */
export async function trustedPaths(entity: Entity<Call>, call: Call, where?: unknown): Promise<OtherCollection> {
  const { localization, collections } = call.runtime.manifest
  // Rules decide on one value; a call for all locales is decided on the default one.
  const locale = localization && (call.locale ?? { all: true, locales: localization.locales })
  const copies = new Map<string, string>()
  if (where === undefined || mayLeave(entity, where)) {
    for (const other of Object.values(collections))
      if (other.copies) copies.set(other.slug, await other.copies.forPaths({ ...call, entity: other }))
  }
  return openPaths(entity, { collections, localization, locale, copies })
}

/** Whether a query may look at other documents: by a path that goes on, or by a join. */
function mayLeave(entity: Entity<Call>, where: unknown): boolean {
  if (Array.isArray(where)) return where.some((part) => mayLeave(entity, part))
  if (!isObject(where)) return false
  return Object.entries(where).some(([key, value]) => {
    if (key === 'and' || key === 'or' || key === 'not') return mayLeave(entity, value)
    return key.includes('.') || !isOwnValue(entity, key) || takesQuery(value)
  })
}

function isOwnValue({ fields, systemFields }: Entity<Call>, name: string): boolean {
  if (systemFields.some((field) => field.name === name)) return true
  return fields.find((field) => field.name === name)?.structure === 'value'
}

/** An operator whose operand is a query asks it of something else. */
function takesQuery(tests: unknown): boolean {
  return isObject(tests) && Object.values(tests).some((operand) => isObject(operand))
}
