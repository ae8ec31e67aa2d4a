import type { Entity } from '../contracts/entity.ts'
import type { QuireError } from '../contracts/errors.ts'
import type { JoinOptions } from '../contracts/field.ts'
import type { LocaleChoice, Localization } from '../contracts/localization.ts'
import { invalidQuery } from './invalid-query.ts'
import { ALWAYS, parseWhere } from './parse-where.ts'
import type { OtherCollection } from './resolve-path.ts'
import { NO_LIMITS } from './where-limits.ts'

type OpenEntity = Pick<Entity, 'slug' | 'fields' | 'systemFields' | 'table'>

/** What paths are looked up in by somebody who may use them all. */
export interface OpenWorld {
  readonly collections: Readonly<Record<string, OpenEntity>>
  readonly localization: Localization | null
  readonly locale: LocaleChoice | null
  /** The joins whose own `where` is being read. */
  readonly within?: readonly JoinOptions[]
}

/** With the application's own eyes: every path is open to what its rules and joins say. */
export function openPaths(entity: OpenEntity, world: OpenWorld): OtherCollection {
  const { collections, localization, locale, within = [] } = world
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
    table: entity.table.name,
    visible: ALWAYS,
    joined(join) {
      if (!join.where) return ALWAYS
      if (within.includes(join)) throw endless()
      const inside = openPaths(entity, { ...world, within: [...within, join] })
      return parseWhere(join.where, inside, { at: `join.${entity.slug}`, limits: NO_LIMITS })
    },
  }
}

function endless(): QuireError {
  return invalidQuery([
    { code: 'custom', path: 'join', message: 'The query goes through the join itself, without end.' },
  ])
}
