import type { Caller } from '../../contracts/operation.ts'
import type { KeyNow } from '../../contracts/key-scopes.ts'
import type { Call, Runtime } from '../call.ts'
import { systemCall } from '../system-call.ts'
import { actorNow } from './actor-now.ts'

/** Who asked for something that outlasts the call, and with which API key, if it was one. */
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
 * Whoever made something, with the rights that are left of it now. What was made with a key ends with the key, and shrinks with it: whoever
 * revokes one that leaked need not look for what else was done with it. Null where the user is gone, or the key.
 */
export async function makerNow(
  runtime: Runtime,
  { collection, id, key }: Maker,
): Promise<(Pick<Caller, 'key' | 'scopes'> & { readonly actor: NonNullable<Caller['actor']> }) | null> {
  const actor = await actorNow(runtime, collection, id)
  if (!actor) return null
  if (key === null) return { actor }
  const now = await keyNow(runtime, { collection, id, key })
  return now && { actor, key: now.key, scopes: now.scopes }
}

/** What has become of the key; null if it is revoked or has expired. */
export async function keyNow(runtime: Runtime, { collection, id, key }: Maker): Promise<KeyNow | null> {
  const entity = runtime.manifest.collections[collection]
  if (key === null || !entity?.keyNow) return null
  return entity.keyNow(systemCall(runtime, entity, 'keyNow'), id, key)
}
