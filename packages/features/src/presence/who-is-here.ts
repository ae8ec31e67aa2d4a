import type { Actor, Call, JsonObject, RowOf } from '@quirecms/core/feature'
import { askCollection, nameIn } from '../overview/offers.ts'
import { MOST_HERE } from './presence-api.ts'
import { LASTS, type PRESENCE } from './presence-table.ts'

export type Present = RowOf<typeof PRESENCE>

/** Users whose last heartbeat was before this time have left. */
export function lastSeen({ runtime }: Call): string {
  return new Date(runtime.clock().getTime() - LASTS).toISOString()
}

function isOneself({ userCollection, userId }: Present, actor: Actor | null): boolean {
  return actor?.collection === userCollection && actor.id === userId
}

/**
 * Users by document, in the order in which they came, with names that the caller may read. A user whom the caller may
 * not read is listed without id and name.
 */
export async function peopleIn(call: Call, rows: readonly Present[]): Promise<ReadonlyMap<string, JsonObject[]>> {
  const others = rows.filter((row) => !isOneself(row, call.caller.actor))
  const names = await namesOf(call, others)
  const people = new Map<string, JsonObject[]>()
  for (const [id, those] of Map.groupBy(others, ({ documentId }) => documentId)) {
    const inOrder = those.toSorted((one, other) => (one.since < other.since ? -1 : 1)).slice(0, MOST_HERE)
    people.set(
      id,
      inOrder.map(({ userCollection: collection, userId, since }) => ({
        user: names.has(`${collection}/${userId}`) ? { collection, id: userId } : null,
        name: names.get(`${collection}/${userId}`) ?? null,
        since,
      })),
    )
  }
  return people
}

/** Names of the users whom the caller may read, under the rules of their collection and its fields. */
async function namesOf(call: Call, rows: readonly Present[]): Promise<ReadonlyMap<string, string | null>> {
  const names = new Map<string, string | null>()
  for (const [slug, those] of Map.groupBy(rows, ({ userCollection }) => userCollection)) {
    const entity = call.runtime.manifest.collections[slug]
    if (!entity) continue
    const ids = [...new Set(those.map(({ userId }) => userId))]
    const asked = { where: { id: { in: ids } }, limit: ids.length }
    const answer = await askCollection(call, entity, 'list', asked, { withoutTotal: true })
    if (answer?.kind !== 'list') continue
    for (const { id, value } of answer.docs) names.set(`${slug}/${id}`, nameIn(entity, value))
  }
  return names
}
