import type { Entity, FieldNode, JsonValue, Manifest } from '@quirecms/core'
import { entitiesOf, type ResolvedSecret } from './secrets.ts'
import { type KnownIds, validElement, WORDS } from './valid-values.ts'
import type { Random } from './random.ts'

/** A path for requests, and its field; null for system fields. */
type Walk = readonly [path: string, node: FieldNode | null]
type Documented = Pick<Manifest, 'collections' | 'globals'>
type Query = Readonly<Record<string, unknown>>

/** Maximum number of relationships in a path. */
const HOPS = 2

/**
 * Generates requests about existing documents: lists, counts, distinct values, reads, versions, references, globals and
 * searches.
 */
export class Questions {
  readonly #manifest: Documented
  readonly #ids: KnownIds
  readonly #secrets: readonly ResolvedSecret[]
  readonly #locales: readonly string[]
  readonly #random: Random

  constructor(
    manifest: Documented,
    known: { readonly ids: KnownIds; readonly secrets: readonly ResolvedSecret[]; readonly locales: readonly string[] },
    random: Random,
  ) {
    this.#manifest = manifest
    this.#ids = known.ids
    this.#secrets = known.secrets
    this.#locales = known.locales
    this.#random = random
  }

  /** The path and query of a GET. */
  next(): string {
    const random = this.#random
    const entity = this.#entity()
    if (entity.kind === 'global') {
      const global = `/api/globals/${entity.slug}`
      const asksHistory = 'versions' in entity.operations && random.chance(20)
      return asksHistory ? withQuery(`${global}/versions`, { limit: 5 }) : withQuery(global, this.#presentation(entity))
    }
    const path = `/api/collections/${entity.slug}`
    const id = random.oneOf(this.#ids.get(entity.slug) ?? [])
    const list = () => withQuery(path, { ...this.#filter(entity), ...this.#presentation(entity) })
    const read = () => withQuery(`${path}/${id}`, this.#presentation(entity))
    const others = {
      count: () => withQuery(`${path}/count`, { where: this.#where(entity) }),
      distinct: () => withQuery(`${path}/distinct`, { field: this.#key(entity, 0), where: this.#where(entity) }),
      ...(id !== undefined && {
        versions: () => withQuery(`${path}/${id}/versions`, { limit: 5 }),
        references: () => withQuery(`${path}/${id}/references`, { limit: 5 }),
      }),
    }
    const offered = Object.entries(others).flatMap(([name, ask]) => (name in entity.operations ? [ask] : []))
    const search = () => withQuery('/api/search', { q: random.oneOf(WORDS) })
    return random.oneOf([list, list, list, id === undefined ? list : read, search, ...offered])()
  }

  /** Prefers entities with a secret, and those that reference one. */
  #entity(): Entity {
    const all = entitiesOf(this.#manifest)
    const { slug, steps = [] } = this.#random.oneOf(this.#secrets) ?? {}
    const leadsThere = ({ fields }: Entity) => fields.some(({ targets }) => targets.includes(slug ?? ''))
    // For secret documents, requests entities that may show them; they themselves are refused.
    const near = all.filter((one) => {
      const isIt = one.table.name === slug
      return steps.length > 0 ? isIt || leadsThere(one) : !isIt
    })
    const chosen = this.#random.oneOf(this.#random.chance(70) ? near : all) ?? all[0]
    if (!chosen) throw new Error('The application has neither collections nor globals to ask about.')
    return chosen
  }

  #filter(entity: Entity): Query {
    const random = this.#random
    const key = this.#key(entity, 1)
    return {
      ...(random.chance(60) && { where: this.#where(entity) }),
      ...(random.chance(60) && { sort: random.chance(50) ? key : `-${key}` }),
      ...(entity.rank && random.chance(20) && { search: random.oneOf(WORDS) }),
      limit: 1 + random.below(8),
      ...(random.chance(20) && { page: 2 }),
    }
  }

  #presentation(entity: Entity): Query {
    const random = this.#random
    const locale = random.oneOf([...this.#locales, 'all'])
    return {
      ...(random.chance(40) && { depth: random.below(3) }),
      ...(random.chance(20) && { select: { [this.#walk(entity, 0)[0]]: true } }),
      ...(this.#locales.length > 0 && random.chance(30) && { locale }),
      ...(entity.copies && random.chance(20) && { draft: random.chance(50) ? 'true' : 'newest' }),
    }
  }

  /** A path to sort by or list values of; sometimes an invalid one. */
  #key(entity: Entity, hops: number): string {
    const [path, node] = this.#walk(entity, hops)
    return !node || node.sortable || this.#random.chance(10) ? path : 'createdAt'
  }

  #where(entity: Entity): Query {
    const random = this.#random
    const [path, node] = this.#walk(entity, HOPS)
    const operator = random.oneOf(node?.operators ?? ['equals', 'in']) ?? 'exists'
    const value = path.endsWith('At') ? '2026-01-01T00:00:00.000Z' : this.#operand(node)
    const isList = operator === 'in' || operator === 'not_in' || operator === 'all'
    const test = { [operator]: operator === 'exists' ? random.chance(50) : isList ? [value] : value }
    return random.chance(15) ? { not: { [path]: test } } : { [path]: test }
  }

  #operand(node: FieldNode | null): JsonValue {
    const element = node && validElement(node, this.#ids, this.#random)
    return element ?? this.#random.oneOf([...this.#ids.values()].flat()) ?? null
  }

  /** A path that a caller might try, often to a secret. */
  #walk({ table, fields }: Pick<Entity, 'fields' | 'table'>, hops: number): Walk {
    const secret = this.#random.oneOf(this.#secrets.filter((one) => one.slug === table.name && one.steps.length > 0))
    if (secret && this.#random.chance(15)) return this.#along(fields, secret.steps, hops)
    if (this.#random.chance(10)) return [this.#random.oneOf(['id', 'createdAt', 'updatedAt']), null]
    return this.#along(fields, [], hops)
  }

  #along(fields: readonly FieldNode[], [name, ...rest]: readonly string[], hops: number): Walk {
    const node = name === undefined ? this.#random.oneOf(fields) : fields.find((one) => one.name === name)
    if (!node) return ['id', null]
    const on = ([path, end]: Walk): Walk => [`${node.name}.${path}`, end]
    if (node.structure === 'group' || node.structure === 'rows')
      return node.fields.length > 0 ? on(this.#along(node.fields, rest, hops)) : [node.name, node]
    if (node.structure === 'blocks') {
      const block = rest[0] ?? this.#random.oneOf(Object.keys(node.blocks)) ?? ''
      const [path, end] = this.#along(node.blocks[block] ?? [], rest.slice(1), hops)
      return on([`${block}.${path}`, end])
    }
    const target = this.#random.oneOf(node.join ? [node.join.collection] : node.targets)
    const beyond = target === undefined ? undefined : this.#manifest.collections[target]
    return beyond && hops > 0 && this.#random.chance(60) ? on(this.#walk(beyond, hops - 1)) : [node.name, node]
  }
}

function withQuery(path: string, query: Query): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const pairs = entries.map(([name, value]) => `${name}=${encodeURIComponent(text(value))}`)
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}
