import type { Condition, SortKey } from '../../contracts/condition.ts'
import type { Entity } from '../../contracts/entity.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { JoinOptions } from '../../contracts/join.ts'
import type { Source } from '../../contracts/source.ts'
import { ALWAYS } from '../../query/combine-conditions.ts'
import type { AskedJoin } from '../../query/parse-joins.ts'
import { asksForOrder, configuredSort, DEFAULT_SORT, parseSort } from '../../query/parse-sort.ts'
import type { PathScope } from '../../query/path-scope.ts'
import { namedPaths } from '../../query/where/named-paths.ts'
import { type ParsedWhere, parseWhere } from '../../query/where/parse-where.ts'
import { resolveWhere } from '../../query/where/resolve-where.ts'
import { type WhereCount, limitsFor } from '../../query/where/where-limits.ts'
import type { Call } from '../call.ts'
import { pathsOfSort, readerPathsIn } from '../paths/reader-paths.ts'
import { sourceOf } from '../source.ts'

/** The documents that a join may list for its reader, and the paths to query them. */
export class FarSide {
  readonly entity: Entity<Call>
  readonly source: Source
  readonly paths: PathScope
  readonly #join: JoinOptions
  readonly #asked: AskedJoin | null
  readonly #where: ParsedWhere | null

  private constructor(entity: Entity<Call>, source: Source, paths: PathScope, asked: JoinRequest) {
    this.entity = entity
    this.source = source
    this.paths = paths
    this.#join = asked.join
    this.#asked = asked.asked
    this.#where = asked.where
  }

  static async of(call: Call, join: JoinOptions, asked: AskedJoin | null): Promise<FarSide> {
    const entity = call.runtime.manifest.collections[join.collection]
    if (!entity) throw new QuireError('internal', `A join names the unknown collection "${join.collection}".`)
    const source = await sourceOf(call, entity, 'related')
    const where = asked?.where === undefined ? null : parseWhere(asked.where, limitsFor(call.caller))
    const named = [...pathsOfSort(asked?.sort ?? join.sort), ...(where ? namedPaths(where) : [])]
    const paths = await readerPathsIn(call, entity, named)
    // Without read access to the collection, queries have no fields.
    const known = source.where.kind === 'never' ? { ...paths, fields: [] } : paths
    return new FarSide(entity, source, known, { join, asked, where })
  }

  /** The condition from the call, besides that of the join. */
  condition(counted?: WhereCount): Condition {
    if (!this.#where) return ALWAYS
    return resolveWhere(this.#where, this.paths, { at: `${this.#asked?.at ?? ''}.where`, ...(counted && { counted }) })
  }

  order(): readonly SortKey[] {
    const { at, sort } = this.#asked ?? { at: '' }
    if (asksForOrder(sort)) return parseSort(sort, this.paths, `${at}.sort`)
    return this.#join.sort === undefined ? DEFAULT_SORT : configuredSort(this.#join.sort, this.paths)
  }
}

interface JoinRequest {
  readonly join: JoinOptions
  readonly asked: AskedJoin | null
  readonly where: ParsedWhere | null
}
