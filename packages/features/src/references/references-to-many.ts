import {
  type Call,
  chosenTables,
  defineOperation,
  type FilteredTables,
  idsOf,
  isTimeOver,
  readerOf,
  signedIn,
  tablesPointing,
} from '@quirecms/core/feature'
import { inversesOf, type Pointing, pointingTo } from './pointing.ts'
import { MOST_LOOKED_AT, MOST_NAMED, REFERENCE_API } from './reference-api.ts'

/** Documents per query for each relationship. */
const AT_ONCE = 1000

/**
 * Finds out which of the matching documents are referenced, as far as the caller may read. Examines many documents,
 * so it needs a signed-in user.
 */
export const referencesToMany = defineOperation({
  ...REFERENCE_API.referencesToMany,
  rule: 'read',
  checksAccess: true,
  async run(call) {
    if (!call.caller.system) signedIn(call)
    const tables = await chosenTables(call, call.input.body ?? {})
    const matched = await readerOf(call).count(tables.table, tables.where, tables.union)
    const count = await Uses.of(call)
    let checked = 0
    for await (const ids of portions(idsOf(call, tables))) {
      await count.add(ids.slice(0, MOST_LOOKED_AT - checked))
      checked = Math.min(checked + ids.length, MOST_LOOKED_AT)
      if (checked === MOST_LOOKED_AT || isTimeOver()) break
    }
    // Documents that were created meanwhile may be among the examined ones.
    return { kind: 'value', value: { matched: Math.max(matched, checked), checked, ...count.value } }
  },
})

async function* portions(all: AsyncIterable<readonly string[]>): AsyncGenerator<readonly string[]> {
  let gathered: string[] = []
  for await (const some of all) {
    gathered.push(...some)
    if (gathered.length < AT_ONCE) continue
    yield gathered
    gathered = []
  }
  if (gathered.length > 0) yield gathered
}

interface CountedPointing {
  readonly by: Pointing
  readonly tables: FilteredTables
  total: number
}

class Uses {
  readonly #call: Call
  readonly #pointing: readonly CountedPointing[]
  readonly #totals = new Map<string, number>()
  readonly #restricted = new Set<string>()

  private constructor(call: Call, pointing: readonly CountedPointing[]) {
    this.#call = call
    this.#pointing = pointing
  }

  /** Rules are asked once, not for each batch. */
  static async of(call: Call): Promise<Uses> {
    const pointing: CountedPointing[] = []
    for (const by of pointingTo(call)) {
      const tables = await tablesPointing(call, by.entity, by.node)
      if (tables) pointing.push({ by, tables, total: 0 })
    }
    return new Uses(call, pointing)
  }

  async add(ids: readonly string[]): Promise<void> {
    for (const one of this.#pointing) {
      for (const { id, total } of await inversesOf(this.#call, one.by, one.tables, ids, 0)) {
        one.total += total
        if (total > 0 && one.by.node.options['onDelete'] === 'restrict') this.#restricted.add(id)
        this.#totals.set(id, (this.#totals.get(id) ?? 0) + total)
      }
    }
  }

  get value() {
    const docs = [...this.#totals].map(([id, total]) => {
      const isRestricted = this.#restricted.has(id)
      return { id, total, ...(isRestricted && { restricted: true as const }) }
    })
    // Restricted documents first: a client that wants to delete the others needs all of them, up to the limit.
    docs.sort((a, b) => (a.restricted === b.restricted ? (a.id < b.id ? -1 : 1) : a.restricted ? -1 : 1))
    const places = this.#pointing.filter(({ total }) => total > 0)
    return {
      used: docs.length,
      docs: docs.slice(0, MOST_NAMED),
      places: places.map(({ by: { entity, node }, total }) => ({
        kind: entity.kind,
        slug: entity.slug,
        field: node.path,
        total,
      })),
    }
  }
}
