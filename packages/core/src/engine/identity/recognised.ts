import type { Actor } from '../../contracts/access.ts'
import type { Credential } from '../../contracts/auth.ts'
import type { CallKey, KeyScopes } from '../../contracts/key-scopes.ts'
import type { CredentialScheme, PresentedCredential } from '../../contracts/credential-scheme.ts'
import type { Call, Runtime } from '../call.ts'
import { systemCall } from '../system-call.ts'
import { currentActor } from './actor-now.ts'

/** The result of verifying a credential. */
export interface Recognised {
  readonly actor: Actor
  readonly credential: Credential
  /** The API key of the call, and its scopes. */
  readonly key?: CallKey
  readonly scopes?: KeyScopes | undefined
  /** True if the session may only set up a second factor. */
  readonly mustSetUpFactor?: boolean
}

/** Longer than any token or signature. */
const LONGEST_SECRET = 8_192

/** The present owner of a feature's own credential; null if it is invalid or the user is gone. */
export async function recogniseByScheme(
  runtime: Runtime,
  { name, recognise }: CredentialScheme<Call>,
  given: PresentedCredential,
): Promise<Recognised | null> {
  if (given.secret === '' || given.secret.length > LONGEST_SECRET) return null
  const owner = await recognise(systemCall(runtime, runtime.manifest.service, name), given)
  const actor = owner && (await currentActor(runtime, owner.collection, owner.id))
  if (!actor) return null
  return { actor, credential: { kind: 'scheme', scheme: name, id: owner.credential ?? null } }
}
