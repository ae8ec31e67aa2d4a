import type { Actor } from '../../contracts/access.ts'
import type { Credential } from '../../contracts/auth.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { Call } from '../call.ts'

/** The signed-in user, with any credential. Throws `unauthenticated` without one. */
export function signedIn({ caller }: Call): { actor: Actor; credential: Credential | undefined } {
  if (!caller.actor) throw new QuireError('unauthenticated', 'Sign in to do this.')
  return { actor: caller.actor, credential: caller.credential }
}

/** The columns that identify a user in records. */
export type RecordOwner = {
  readonly collection: string
  readonly userId: string
}

export function recordOwner({ collection, id }: Actor): RecordOwner {
  return { collection, userId: id }
}

/** Lets everybody in: for operations whose request proves all that is needed, with a password or a token. */
export function anyCaller(): void {}
