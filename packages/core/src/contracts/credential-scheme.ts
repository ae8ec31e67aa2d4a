import type { CallRequest } from './access.ts'

/**
 * Where requests carry a credential. Never in a cookie: browsers also send cookies with requests from other sites.
 *
 * - `header`: a header of its own, such as `X-Signature`;
 * - `bearer`: `Authorization: Bearer <prefix>…`;
 * - `query`: a query parameter, for URLs that can be shared.
 */
export type CredentialPlace =
  | { readonly in: 'header'; readonly name: string }
  | { readonly in: 'bearer'; readonly prefix: string }
  | { readonly in: 'query'; readonly name: string }

/** A credential as received, not verified yet. */
export interface PresentedCredential {
  readonly secret: string
  readonly request: CallRequest
  /** Path and query without the credential, for signatures. */
  readonly url: string
}

export interface CredentialOwner {
  readonly collection: string
  readonly id: string
  /** The user's credential, if there are several; operations see it in `caller.credential`. */
  readonly credential?: string
}

/** A kind of credential besides sessions and API keys. */
export interface CredentialScheme<Call> {
  readonly name: string
  readonly description: string
  readonly place: CredentialPlace
  /**
   * Finds the owner of a credential; null for an invalid one, which is refused. Runs before the caller is known, and
   * without access rules. The engine then loads the user's current state, and refuses if the user is gone.
   */
  readonly recognise: (
    call: Call,
    given: PresentedCredential,
  ) => CredentialOwner | null | Promise<CredentialOwner | null>
}
