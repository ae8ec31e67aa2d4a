import { type Caller, execute, newestCopies, type Runtime } from '@quirecms/core/feature'
import { valueOf } from './cell-values.ts'
import type { Column } from './columns.ts'

/** An earlier row creates the document, and a dry run has rolled it back. */
export const UNDONE = Symbol('undone')

/** Finds the id of a readable document by a unique field; null if there is none. */
export type FindTarget = (by: NonNullable<Column['by']>, name: string) => Promise<string | null | typeof UNDONE>

/** Cache size: tables reference the same few documents repeatedly. */
const MOST_KNOWN = 10_000

/** Caches found targets only: the next row, or a hook, may create a missing one. */
export class Targets {
  readonly #known = new Map<string, string>()
  readonly #runtime: Runtime
  readonly #caller: Caller

  constructor(runtime: Runtime, caller: Caller) {
    this.#runtime = runtime
    this.#caller = caller
  }

  readonly find = async (by: NonNullable<Column['by']>, name: string): Promise<string | null> => {
    const key = JSON.stringify([by.entity.slug, by.field.path, name])
    const before = this.#known.get(key)
    if (before !== undefined) return before
    const id = await look(this.#runtime, this.#caller, by, name)
    if (this.#known.size >= MOST_KNOWN) this.#known.clear()
    if (id !== null) this.#known.set(key, id)
    return id
  }

  /** Clears the cache after a rollback, which may have removed found documents. */
  forget(): void {
    this.#known.clear()
  }
}

async function look(
  runtime: Runtime,
  caller: Caller,
  { entity, field }: NonNullable<Column['by']>,
  name: string,
): Promise<string | null> {
  const read = valueOf(field, name)
  if ('problem' in read) return null
  const query = {
    ...newestCopies(entity.operations['list']),
    where: { [field.path]: { equals: read.value } },
    limit: 1,
    select: { [field.name]: true },
  }
  const answer = await execute(runtime, entity, 'list', { query, params: {}, withoutTotal: true }, caller)
  return answer.kind === 'list' ? (answer.docs[0]?.id ?? null) : null
}
