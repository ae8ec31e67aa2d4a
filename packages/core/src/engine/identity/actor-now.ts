import type { Actor } from '../../contracts/access.ts'
import type { Runtime } from '../call.ts'
import { systemCall } from '../system-call.ts'

/**
 * Who a user is now, for work that was asked for earlier, and for what a token was made for: whoever was deleted or moved to the trash
 * since then is nobody. Null also where nobody can act for documents of this collection.
 */
export async function actorNow(runtime: Runtime, collection: string, id: string): Promise<Actor | null> {
  const entity = runtime.manifest.collections[collection]
  if (!entity?.actorNow) return null
  return entity.actorNow(systemCall(runtime, entity, 'actorNow'), id)
}
