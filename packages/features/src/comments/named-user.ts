import type { Call } from '@quirecms/core/feature'
import { askCollection, nameIn } from '../overview/offers.ts'
import type { NamedUser } from './comment-answer.ts'

export async function nameOf(call: Call, { collection, id }: NamedUser): Promise<string | null> {
  const entity = call.runtime.manifest.collections[collection]
  const answer = entity && (await askCollection(call, entity, 'list', { where: { id: { equals: id } }, limit: 1 }))
  const [found] = answer?.kind === 'list' ? answer.docs : []
  return entity && found ? nameIn(entity, found.value) : null
}
