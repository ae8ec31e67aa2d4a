import type { Actor } from '../../contracts/access.ts'
import type { Runtime } from '../call.ts'
import { systemCall } from '../system-call.ts'

/**
 * The user's current actor, for deferred work and for tokens. Null if the user was deleted or moved to the trash since
 * then, or if documents of this collection cannot act.
 */
export async function currentActor(runtime: Runtime, collection: string, id: string): Promise<Actor | null> {
  const entity = runtime.manifest.collections[collection]
  if (!entity?.loadActor) return null
  return entity.loadActor(systemCall(runtime, entity, 'actorNow'), id)
}
