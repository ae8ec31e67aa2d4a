/** Decay of the known maximum after shorter documents were read. */
const FORGETTING = 0.999

/** Average document length per table, in characters of stored content. */
class KnownLengths {
  readonly #tables = new Map<string, number>()

  /** Undefined before the first read. */
  get(table: string): number | undefined {
    return this.#tables.get(table)
  }

  learn(table: string, read: readonly { readonly json: string }[]): void {
    if (read.length === 0) return
    const length = read.reduce((sum, { json }) => sum + json.length, 0) / read.length
    this.#tables.set(table, Math.max(length, (this.#tables.get(table) ?? 0) * FORGETTING))
  }
}

const known = new WeakMap<object, KnownLengths>()

/** Average document lengths, per storage. */
export function lengthsOf(storage: object): KnownLengths {
  const standing = known.get(storage) ?? new KnownLengths()
  known.set(storage, standing)
  return standing
}
