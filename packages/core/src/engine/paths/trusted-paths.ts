import type { Entity } from '../../contracts/entity.ts'
import { ALWAYS, parseWhere } from '../../query/parse-where.ts'
import type { OtherCollection } from '../../query/resolve-path.ts'
import { NO_LIMITS } from '../../query/where-limits.ts'
import type { Call } from '../call.ts'

/** With the application's own eyes: every path is open to what its rules and joins say. */
export function trustedPaths(entity: Entity<Call>, call: Call): OtherCollection {
  const { localization, collections } = call.runtime.manifest
  const scope: OtherCollection = {
    slug: entity.slug,
    fields: entity.fields,
    systemFields: entity.systemFields,
    localization,
    // Rules decide on one value; a call for all locales is decided on the default one.
    locale: localization && (call.locale ?? { all: true, locales: localization.locales }),
    mayRead: () => true,
    others: {
      get(slug) {
        const other = collections[slug]
        return other && trustedPaths(other, call)
      },
    },
    table: entity.table.name,
    visible: ALWAYS,
    joined: ({ where }) =>
      where ? parseWhere(where, scope, { at: `join.${entity.slug}`, limits: NO_LIMITS }) : ALWAYS,
  }
  return scope
}
