import { type Caller, execute, newestCopies, type Runtime } from '@quirecms/core/feature'
import { valueOf } from './cell-values.ts'
import type { Column } from './columns.ts'

/** A row before makes the document, which a trial has undone. */
export const UNDONE = Symbol('undone')

/** The id of the document with this value in a unique field, as far as the caller may read it; null if there is none. */
export type FindTarget = (by: NonNullable<Column['by']>, name: string) => Promise<string | null | typeof UNDONE>

/** Tables name the same few documents again and again. */
const MOST_KNOWN = 10_000

/** Remembers those that are there. One that is missing may be made by the next row, or by its hooks. */
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

  /** What was found in a transaction that is undone may never have been. */
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
