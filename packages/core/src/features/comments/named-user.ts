import type { Entity } from '../../contracts/entity.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Call } from '../../engine/call.ts'
import { askCollection, namingFieldOf } from '../overview/offers.ts'
import type { NamedUser } from './comment-answer.ts'

/** What a user is called in a document that the caller has read; null where it shows no name. */
export function nameIn(entity: Entity<Call>, user: JsonObject): string | null {
  const naming = namingFieldOf(entity)?.name
  const names = [naming === undefined ? undefined : user[naming], user['email']]
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? null
}

/** The same of a user whom the caller has not read yet, and perhaps may not. */
export async function nameOf(call: Call, { collection, id }: NamedUser): Promise<string | null> {
  const entity = call.runtime.manifest.collections[collection]
  const answer = entity && (await askCollection(call, entity, 'list', { where: { id: { equals: id } }, limit: 1 }))
  const [found] = answer?.kind === 'list' ? answer.docs : []
  return entity && found ? nameIn(entity, found.value) : null
}
