import type { Entity } from '../contracts/entity.ts'
import type { QuireError } from '../contracts/errors.ts'
import type { JoinOptions } from '../contracts/field.ts'
import type { LocaleChoice, Localization } from '../contracts/localization.ts'
import { invalidQuery, NO_LIMITS } from './query-problems.ts'
import { ALWAYS, allOf } from './conditions.ts'
import type { OtherCollection } from './path-root.ts'
import { parseWhere } from './where/parse-where.ts'
import { resolveWhere } from './where/resolve-where.ts'

type OpenEntity = Pick<Entity, 'slug' | 'fields' | 'systemFields' | 'table'>

/** The context for resolving paths without access checks. */
export interface OpenWorld {
  readonly collections: Readonly<Record<string, OpenEntity>>
  readonly localization: Localization | null
  readonly locale: LocaleChoice | null
  /** The tables that paths lead into, by collection, if not the collection's own. */
  readonly copies?: ReadonlyMap<string, string>
  /** The joins whose own `where` is being resolved, to detect cycles. */
  readonly within?: readonly JoinOptions[]
}

/** Paths with the rights of the application, for the `where` of rules and joins: every path is readable. */
export function openPaths(entity: OpenEntity, world: OpenWorld): OtherCollection {
  const { collections, localization, locale, copies, within = [] } = world
  return {
    slug: entity.slug,
    fields: entity.fields,
    systemFields: entity.systemFields,
    localization,
    locale,
    mayRead: () => true,
    others: {
      get(slug) {
        const other = collections[slug]
        return other && openPaths(other, world)
      },
    },
    tables: [{ table: copies?.get(entity.slug) ?? entity.table.name, where: ALWAYS }],
    joined(join, visible) {
      if (!join.where) return visible
      if (within.includes(join)) throw endless()
      const inside = openPaths(entity, { ...world, within: [...within, join] })
      return allOf([visible, resolveWhere(parseWhere(join.where, NO_LIMITS), inside, { at: `join.${entity.slug}` })])
    },
  }
}

function endless(): QuireError {
  return invalidQuery([
    {
      code: 'custom',
      path: 'join',
      message: 'The query follows the join in a circle. Remove the join from its own query.',
    },
  ])
}
