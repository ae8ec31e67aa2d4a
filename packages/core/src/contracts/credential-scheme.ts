import type { CallRequest } from './access.ts'

/**
 * Where requests carry a credential. Never in a cookie: browsers send those unasked, and so for pages of others, too.
 *
 * - `header`: a header of its own, such as `X-Signature`;
 * - `bearer`: `Authorization: Bearer <prefix>…`;
 * - `query`: a query parameter, for addresses that anybody can be given.
 */
export type CredentialPlace =
  | { readonly in: 'header'; readonly name: string }
  | { readonly in: 'bearer'; readonly prefix: string }
  | { readonly in: 'query'; readonly name: string }

/** A credential as it came; nobody knows yet whether it is good. */
export interface GivenCredential {
  readonly secret: string
  readonly request: CallRequest
  /** The path and the query, without the credential itself: what a signature can vouch for. */
  readonly url: string
}

/** Whose a credential is. */
export interface CredentialOwner {
  readonly collection: string
  readonly id: string
  /** Which of the user's credentials it is, if there are several; operations see it in `caller.credential`. */
  readonly credential?: string
}

/** A kind of credential that a feature brings, beside sessions and API keys. */
export interface CredentialScheme<Call> {
  /** Its name among the security schemes of the OpenAPI document. */
  readonly name: string
  readonly description: string
  readonly place: CredentialPlace
  /**
   * Finds out whose a credential is; null for one that is no good, which is refused. It is asked before anybody is known, and by nobody's
   * rules. Who the user is now, and whether there still is one, is for the engine to find out.
   */
  readonly recognise: (call: Call, given: GivenCredential) => CredentialOwner | null | Promise<CredentialOwner | null>
}
