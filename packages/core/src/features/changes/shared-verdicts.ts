import type { Caller } from '../../contracts/operation.ts'

/** What holds for a caller of some changes of one owner, whatever it was told before. */
export interface Verdict {
  /** By id: where each document is that the caller may read now. */
  readonly found: ReadonlyMap<string, { readonly isNewest: boolean }>
  readonly readsAll: boolean
  /** Whether the caller may read all drafts, or, where there are none, change all documents. */
  readonly worksHere: boolean
  /** Those who made these changes and whom the caller may hear of, as `users/ID`. */
  readonly actors: ReadonlySet<string>
}

/** In milliseconds: as long as it takes until all who follow have heard of what came together. */
const LASTS = 100

/**
 * A change reaches all who follow at once, and most of them are nobody in particular: for those it is found out once who sees it. Not where a rule
 * looks at the request that somebody came with.
 */
export class SharedVerdicts {
  readonly #known = new Map<string, Promise<{ readonly verdict: Verdict; readonly isPersonal: boolean } | null>>()

  async of(key: string, caller: Caller, judge: (caller: Caller) => Promise<Verdict>): Promise<Verdict> {
    if (!isNobody(caller)) return judge(caller)
    const name = `${caller.request ? 'outside' : 'inside'} ${key}`
    const making = this.#known.get(name)
    if (!making) return this.#make(name, caller, judge)
    const known = await making
    // What was personal, or has failed, says nothing of others.
    return known && !known.isPersonal ? known.verdict : judge(caller)
  }

  async #make(name: string, caller: Caller, judge: (caller: Caller) => Promise<Verdict>): Promise<Verdict> {
    const watched = watch(caller)
    const made = judge(watched.caller)
    this.#known.set(
      name,
      made.then(
        (verdict) => ({ verdict, isPersonal: watched.wasSeen() }),
        () => null,
      ),
    )
    setTimeout(() => this.#known.delete(name), LASTS).unref()
    return made
  }
}

function isNobody({ actor, system, key, credential, scopes }: Caller): boolean {
  return actor === null && !system && !key && !credential && !scopes
}

/** The same caller, and whether anybody has looked at its request. */
function watch(caller: Caller): { readonly caller: Caller; readonly wasSeen: () => boolean } {
  let isSeen = false
  const seen = <Result>(result: Result): Result => {
    isSeen = true
    return result
  }
  const request =
    caller.request &&
    new Proxy(caller.request, {
      get: (target, name) => seen(Reflect.get(target, name, target) as unknown),
      has: (target, name) => seen(Reflect.has(target, name)),
      ownKeys: (target) => seen(Reflect.ownKeys(target)),
    })
  return { caller: { ...caller, request }, wasSeen: () => isSeen }
}
