import type { Caller } from '@quirecms/core/feature'

/** Visibility of some changes of one collection or global for a caller, regardless of earlier deliveries. */
export interface Verdict {
  /** By id: the copy that the caller may read now. */
  readonly found: ReadonlyMap<string, { readonly isNewest: boolean }>
  readonly hasFullRead: boolean
  /** Whether the caller may read all drafts, or change all documents if there are no drafts. */
  readonly worksHere: boolean
  /** Authors of these changes whom the caller may see, as `users/ID`. */
  readonly actors: ReadonlySet<string>
}

/** Cache lifetime in milliseconds: enough for all streams to process the same changes. */
const LASTS = 100

/**
 * Shares verdicts between anonymous streams, which receive the same changes at the same time. Not shared if a rule
 * reads the request.
 */
export class SharedVerdicts {
  readonly #known = new Map<string, Promise<{ readonly verdict: Verdict; readonly isPersonal: boolean } | null>>()

  async of(key: string, caller: Caller, judge: (caller: Caller) => Promise<Verdict>): Promise<Verdict> {
    if (!isNobody(caller)) return judge(caller)
    const name = `${caller.request ? 'outside' : 'inside'} ${key}`
    const making = this.#known.get(name)
    if (!making) return this.#make(name, caller, judge)
    const known = await making
    // A verdict that depends on the request, or has failed, is not shared.
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

/** The same caller, and whether its request was read. */
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
