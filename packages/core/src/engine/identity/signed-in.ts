import type { Actor } from '../../contracts/access.ts'
import type { Credential } from '../../contracts/auth.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { Call } from '../call.ts'

/** Whoever is signed in, by whichever credential; nobody is `unauthenticated`. */
export function signedIn({ caller }: Call): { actor: Actor; credential: Credential | undefined } {
  if (!caller.actor) throw new QuireError('unauthenticated', 'Sign in to do this.')
  return { actor: caller.actor, credential: caller.credential }
}
