import type { Caller } from '../../contracts/operation.ts'
import type { KeyState } from '../../contracts/key-scopes.ts'
import type { Call, Runtime } from '../call.ts'
import { systemCall } from '../system-call.ts'
import { currentActor } from './actor-now.ts'

/** The user who requested deferred work, and the API key if one was used. */
export interface Maker {
  readonly collection: string
  readonly id: string
  readonly key: string | null
}

/** The id of the key that a call came with, to be kept with what the call leaves behind. */
export function keyIdOf({ caller }: Call): string | null {
  return caller.key?.id ?? null
}

/**
 * The maker of something, with its current rights. What was made with an API key loses its rights with the key:
 * revoking a leaked key also stops its deferred work. Null if the user or the key is gone.
 */
export async function currentCreator(
  runtime: Runtime,
  { collection, id, key }: Maker,
): Promise<(Pick<Caller, 'key' | 'scopes'> & { readonly actor: NonNullable<Caller['actor']> }) | null> {
  const actor = await currentActor(runtime, collection, id)
  if (!actor) return null
  if (key === null) return { actor }
  const now = await currentKey(runtime, { collection, id, key })
  return now && { actor, key: now.key, scopes: now.scopes }
}

/** The current state of the key; null if it was revoked or has expired. */
export async function currentKey(runtime: Runtime, { collection, id, key }: Maker): Promise<KeyState | null> {
  const entity = runtime.manifest.collections[collection]
  if (key === null || !entity?.loadKey) return null
  return entity.loadKey(systemCall(runtime, entity, 'keyNow'), id, key)
}
