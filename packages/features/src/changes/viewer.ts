import {
  ask,
  beforeOperation,
  beforeRead,
  type Call,
  type Caller,
  chooseLocale,
  type Entity,
  entityOf,
  ownerOf,
  QuireError,
  readerOf,
  type Runtime,
  sourceOf,
} from '@quirecms/core/feature'
import type { ChangeRow } from './change-table.ts'
import { feedOf } from './feed.ts'
import { hidesDocument } from './record-change.ts'
import type { Verdict } from './shared-verdicts.ts'

export interface VisibleChange {
  readonly row: ChangeRow
  /** False if the caller can no longer read the document: then the change says only that it is gone. */
  readonly isWhole: boolean
  /** Revision of the copy that the caller reads. */
  readonly revision: number | null
  /** Author; visible to callers who work on such documents and may read users, and to the author. */
  readonly actor: { readonly collection: string; readonly id: string } | null
}

/** Number of delivered documents that a stream remembers, if rules depend on the document. */
const MOST_REMEMBERED = 1_000

/**
 * Decides what a caller sees, when a change is delivered and not when the stream begins: rules, scopes of keys and
 * copies are those of a list at this moment (docs/adr/0080).
 */
export class Viewer {
  readonly #runtime: Runtime
  readonly #isLive: boolean
  /** In order of delivery, oldest first. */
  readonly #told = new Set<string>()
  caller: Caller

  constructor(runtime: Runtime, caller: Caller, isLive: boolean) {
    this.#runtime = runtime
    this.#isLive = isLive
    this.caller = caller
  }

  /** The changes that the caller may see, in their order. */
  async see(rows: readonly ChangeRow[]): Promise<VisibleChange[]> {
    const seen = new Map<ChangeRow, VisibleChange>()
    for (const [owner, changes] of Map.groupBy(rows, ({ entity }) => entity)) {
      const entity = entityOf(this.#runtime, owner)
      if (!entity || entity.kind === 'service') continue
      const told = await unlessRefused(() => this.#seeIn(entity, changes), [])
      for (const one of told) seen.set(one.row, one)
    }
    return rows.flatMap((row) => seen.get(row) ?? [])
  }

  /** Restricts the owners (null: all) to those of which the caller may read anything. */
  async readableOf(owners: readonly string[] | null): Promise<readonly string[] | null> {
    const { collections, globals } = this.#runtime.manifest
    const all = owners ?? [...Object.values(collections), ...Object.values(globals)].map(ownerOf)
    const readable: string[] = []
    for (const owner of all) {
      const entity = entityOf(this.#runtime, owner)
      if (!entity) continue
      const isHidden = async () => (await ask(this.callTo(entity), 'read', {})).kind === 'never'
      if (!(await unlessRefused(isHidden, true))) readable.push(owner)
    }
    return readable.length < all.length ? readable : owners
  }

  async #seeIn(entity: Entity<Call>, rows: readonly ChangeRow[]): Promise<VisibleChange[]> {
    const judge = (caller: Caller) => this.#judge(entity, rows, caller)
    const places = rows.map(({ era, place }) => `${era}.${place}`)
    // Hooks run for each caller: they may depend on anything.
    const isShared = entity.hooks.beforeRead.length === 0 && entity.hooks.beforeOperation.length === 0
    const { found, hasFullRead, worksHere, actors } = isShared
      ? await feedOf(this.#runtime).verdicts.of(`${this.#isLive} ${places.join(' ')}`, this.caller, judge)
      : await judge(this.caller)
    return rows.flatMap((row): VisibleChange[] => {
      const key = `${row.entity} ${row.documentId}`
      const copy = found.get(row.documentId)
      if (copy === undefined) {
        const wasThere = hidesDocument(entity, row.event) && hasFullRead && (row.live === 1 || worksHere)
        // The document may also have left the caller's view by any other change.
        if (!this.#told.delete(key) && !wasThere) return []
        // The author of a deletion is visible under the same conditions as the author of a change.
        return [{ row, isWhole: false, revision: null, actor: wasThere ? actorOf(row, actors) : null }]
      }
      if (!copy.isNewest && row.live === 0) return []
      // If reading depends on the content, no rule can tell after a deletion that the caller could read the document:
      // remember it.
      const readsAllSuch = hasFullRead && (!copy.isNewest || worksHere || entity.copies === null)
      if (!readsAllSuch) this.#remember(key)
      const revision = copy.isNewest ? row.revision : row.liveRevision
      return [{ row, isWhole: true, revision, actor: actorOf(row, actors) }]
    })
  }

  async #judge(entity: Entity<Call>, rows: readonly ChangeRow[], caller: Caller): Promise<Verdict> {
    const call = await this.#readingCall(entity, caller)
    const found = await this.#find(call, rows)
    const hasFullRead = isPlainYes(await ask(call, 'read', {}))
    const readsDrafts = entity.copies !== null && !this.#isLive && (await this.#isAllowed(call, 'readDrafts'))
    const worksHere = entity.copies ? readsDrafts : await this.#isAllowed(call, 'update')
    return { found, hasFullRead, worksHere, actors: worksHere ? await this.#readable(rows, caller) : oneself(caller) }
  }

  async #readingCall(entity: Entity<Call>, caller: Caller): Promise<Call> {
    const asked = this.callTo(entity, caller)
    const call = await beforeOperation(asked, { body: { kind: 'none' } })
    if (entity.hooks.beforeRead.length > 0) await beforeRead(call)
    return call
  }

  /** A list call of the caller: the newest copy of each document that the caller may read, or the live one. */
  callTo(entity: Entity<Call>, caller = this.caller): Call {
    const operation = entity.operations['list'] ?? entity.operations['read']
    if (!operation) throw new QuireError('forbidden', 'This cannot be read.')
    const query = entity.copies ? { draft: this.#isLive ? false : 'newest' } : {}
    return {
      runtime: this.#runtime,
      entity,
      operation,
      caller: { ...caller, context: {} },
      input: { query, params: {} },
      locale: chooseLocale(this.#runtime.manifest.localization, {}),
    }
  }

  /** By id: the copy that the caller may read now. */
  async #find(call: Call, rows: readonly ChangeRow[]): Promise<ReadonlyMap<string, { readonly isNewest: boolean }>> {
    const { table, where, fallback } = await sourceOf(call)
    const ids = new Set(rows.map(({ documentId }) => documentId))
    const found = new Map<string, { readonly isNewest: boolean }>()
    for (const place of [{ table, where }, ...(fallback ? [fallback] : [])]) {
      const isNewest = call.entity.copies === null || place.table === call.entity.table.name
      const left = [...ids].filter((id) => !found.has(id))
      if (left.length === 0 || place.where.kind === 'never') continue
      for (const id of await readerOf(call).idsAmong(place.table, left, place.where)) found.set(id, { isNewest })
    }
    return found
  }

  async #isAllowed(call: Call, rule: 'readDrafts' | 'update'): Promise<boolean> {
    return unlessRefused(async () => isPlainYes(await ask(call, rule, {})), false)
  }

  /** Authors of these changes whose documents the caller may read, as `users/ID`. */
  async #readable(rows: readonly ChangeRow[], caller: Caller): Promise<ReadonlySet<string>> {
    const readable = new Set<string>()
    const users = new Set(rows.flatMap(({ actor }) => actor ?? []))
    for (const [slug, names] of Map.groupBy(users, (name) => name.slice(0, name.indexOf('/')))) {
      const entity = this.#runtime.manifest.collections[slug]
      if (!entity) continue
      const ids = names.map((name) => name.slice(slug.length + 1))
      await unlessRefused(async () => {
        const call = await this.#readingCall(entity, caller)
        const { table, where } = await sourceOf(call)
        if (where.kind === 'never') return
        for (const id of await readerOf(call).idsAmong(table, ids, where)) readable.add(`${slug}/${id}`)
      }, undefined)
    }
    return readable
  }

  #remember(key: string): void {
    this.#told.delete(key)
    this.#told.add(key)
    if (this.#told.size <= MOST_REMEMBERED) return
    for (const oldest of this.#told) {
      this.#told.delete(oldest)
      return
    }
  }
}

function isPlainYes({ kind }: { readonly kind: string }): boolean {
  return kind === 'always'
}

/** Only the caller: users always see that a change was their own. */
function oneself({ actor }: Caller): ReadonlySet<string> {
  return new Set(actor ? [`${actor.collection}/${actor.id}`] : [])
}

function actorOf({ actor }: ChangeRow, readable: ReadonlySet<string>): VisibleChange['actor'] {
  if (actor === null || !readable.has(actor)) return null
  const slash = actor.indexOf('/')
  return { collection: actor.slice(0, slash), id: actor.slice(slash + 1) }
}

/** Codes that mean that rules and hooks can't be asked right now. */
const PASSING = new Set(['timeout', 'unavailable', 'rate_limited'])

/**
 * Fails closed: if a rule or hook throws, the caller sees nothing here, as with a rule that needs a document. Failing
 * rules of one collection don't end the feed of the others.
 */
export async function unlessRefused<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof QuireError && PASSING.has(error.code)) throw error
    return otherwise
  }
}
