import { type CredentialScheme, type PresentedCredential, QuireError } from '@quirecms/core'
import type { FastifyRequest } from 'fastify'
import { rawQueryOf } from '../intake/query-string.ts'
import { type CarriedCredentials, viewOf } from './caller.ts'
import { bearerToken, carriesCredential, type Identify, type Identity } from './credentials.ts'

/** Looks up a credential; null if it is not valid. */
export type RecogniseOwn<Call> = (
  scheme: CredentialScheme<Call>,
  given: PresentedCredential,
) => Promise<Identity | null>

interface Carried<Call> {
  readonly scheme: CredentialScheme<Call>
  readonly secret: string
}

/** Credential schemes of plugins (docs/contract/authentication.md#credentials-of-plugins). */
export class OwnCredentials<Call> implements CarriedCredentials {
  readonly #schemes: readonly CredentialScheme<Call>[]
  readonly #parameters: ReadonlySet<string>
  /** Headers for `Vary`, besides `Authorization` and `Cookie`. */
  readonly headers: readonly string[]

  constructor(schemes: readonly CredentialScheme<Call>[]) {
    this.#schemes = schemes
    this.#parameters = new Set(schemes.flatMap(({ place }) => (place.in === 'query' ? [place.name] : [])))
    this.headers = schemes.flatMap(({ place }) => (place.in === 'header' ? [place.name] : []))
  }

  /** Whether the request carries a credential of any kind, valid or not. */
  isCarriedBy(request: FastifyRequest): boolean {
    return carriesCredential(request) || this.#carriedBy(request).length > 0
  }

  /** Returns the query string without credentials, so that no other code sees them. */
  queryOf(request: FastifyRequest): string {
    const raw = rawQueryOf(request)
    if (raw === '' || this.#parameters.size === 0) return raw
    return pairsOf(raw)
      .filter(([name]) => !this.#parameters.has(name))
      .map(([, , pair]) => pair)
      .join('&')
  }

  /**
   * Identifies callers by these schemes. They take precedence over the cookie; an invalid credential is an error, never
   * an anonymous request.
   */
  identify(recognise: RecogniseOwn<Call>, otherwise: Identify): Identify {
    if (this.#schemes.length === 0) return otherwise
    return async (request) => {
      const [first, ...others] = this.#carriedBy(request)
      if (!first) return otherwise(request)
      const isOfHeader = first.scheme.place.in === 'bearer'
      if (others.length > 0 || (!isOfHeader && request.headers.authorization !== undefined))
        throw new QuireError('invalid_token', 'The request has several credentials. Send one of them.')
      const view = viewOf(request)
      const query = this.queryOf(request)
      const url = query === '' ? view.path : `${view.path}?${query}`
      const found = await recognise(first.scheme, { secret: first.secret, request: view, url })
      if (!found)
        throw new QuireError('invalid_token', `The credential in ${placeOf(first)} is not valid. Use another one.`)
      return found
    }
  }

  #carriedBy(request: FastifyRequest): Carried<Call>[] {
    return this.#schemes.flatMap((scheme) => secretsOf(request, scheme).map((secret) => ({ scheme, secret })))
  }
}

/** Returns all secrets of a scheme. Several are refused like two kinds of credentials. */
function secretsOf<Call>(request: FastifyRequest, { place }: CredentialScheme<Call>): readonly string[] {
  switch (place.in) {
    case 'header': {
      const value = request.headers[place.name.toLowerCase()]
      return value === undefined ? [] : [value].flat()
    }
    case 'bearer': {
      const token = bearerToken(request)
      return token?.startsWith(place.prefix) ? [token] : []
    }
    case 'query':
      return pairsOf(rawQueryOf(request)).flatMap(([name, value]) => (name === place.name ? [value] : []))
  }
}

/** Decodes form encoding. A malformed name matches no credential and is refused with the rest of the query. */
function pairsOf(raw: string): [name: string, value: string, pair: string][] {
  return raw === '' ? [] : raw.split('&').map((pair) => [...decoded(pair), pair])
}

function decoded(pair: string): [name: string, value: string] {
  const [[name, value] = ['', '']] = new URLSearchParams(pair)
  return [name, value]
}

function placeOf<Call>({ scheme: { place } }: Carried<Call>): string {
  if (place.in === 'bearer') return 'the Authorization header'
  return place.in === 'header' ? `the header ${place.name}` : `the query parameter "${place.name}"`
}
