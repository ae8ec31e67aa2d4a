import type { Caller } from '../../contracts/operation.ts'
import type { Runtime } from '../../engine/call.ts'
import { execute } from '../../engine/execute.ts'
import { newestCopies } from '../../engine/read/newest-copies.ts'
import { valueOf } from './cell-values.ts'
import type { Column } from './columns.ts'

/** The id of the document with this value in a unique field, as far as the caller may read it; null if there is none. */
export type FindTarget = (by: NonNullable<Column['by']>, name: string) => Promise<string | null>

/** Tables name the same few documents again and again. */
const MOST_KNOWN = 10_000

export function findTargets(runtime: Runtime, caller: Caller): FindTarget {
  const known = new Map<string, string | null>()
  return async (by, name) => {
    const key = JSON.stringify([by.entity.slug, by.field.path, name])
    let id = known.get(key)
    if (id === undefined) {
      id = await look(runtime, caller, by, name)
      if (known.size >= MOST_KNOWN) known.clear()
      known.set(key, id)
    }
    return id
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
