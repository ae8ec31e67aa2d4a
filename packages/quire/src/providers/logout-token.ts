import { QuireError } from '@quirecms/core'
import type { EndedAtProvider } from '@quirecms/features/services'
import * as client from 'openid-client'

/** Rejects older tokens, which may be replays. */
const LONGEST_AGE = 5 * 60_000

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** Asymmetric signatures only: the provider alone holds the signing key. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** Never requested: the library requires a URL, but the keys are passed in. */
const NOWHERE = 'https://logout.invalid/'

/** Cache lifetime of keys in seconds. */
const REMEMBERED = 10

/**
 * Cached keys of a provider. A provider may log out many users at once, and any client may send forged tokens: neither
 * must cause a request for keys each time.
 */
export interface KeysAtHand {
  last?: ReturnType<typeof client.getJwksCache>
}

interface Surroundings {
  readonly keys: KeysAtHand
  readonly fetch: client.CustomFetch
  readonly insecure: readonly ((made: client.Configuration) => void)[]
  readonly now: Date
}

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout). The library lacks this, but verifies signed userinfo
 * responses of the same form: signature, issuer, audience and times. The rest is checked here.
 */
export async function readLogoutToken(
  described: client.Configuration,
  metadata: Partial<client.ClientMetadata>,
  token: string,
  { keys, fetch, insecure, now }: Surroundings,
): Promise<EndedAtProvider> {
  const {
    id_token_signing_alg_values_supported: taken = ['RS256'],
    // oxlint-disable-next-line typescript/unbound-method -- never called, only left out of the description
    supportsPKCE: _,
    ...server
  } = described.serverMetadata()
  const algorithm = algorithmOf(token)
  if (!ALGORITHMS.includes(algorithm) || !taken.includes(algorithm)) throw notAToken()
  const made = new client.Configuration(
    { ...server, userinfo_endpoint: NOWHERE },
    described.clientMetadata().client_id,
    {
      ...metadata,
      userinfo_signed_response_alg: algorithm,
    },
  )
  client.enableNonRepudiationChecks(made)
  for (const allow of insecure) allow(made)
  made[client.customFetch] = async (url, options) =>
    url === NOWHERE ? new Response(token, { headers: { 'content-type': 'application/jwt' } }) : fetch(url, options)
  if (keys.last && Date.now() / 1000 - keys.last.uat < REMEMBERED) client.setJwksCache(made, keys.last)
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- it stands out by that; whom the token is about is what it is read for
    return endOf(await client.fetchUserInfo(made, 'none', client.skipSubjectCheck), now)
  } finally {
    keys.last = client.getJwksCache(made) ?? keys.last
  }
}

function algorithmOf(token: string): string {
  try {
    const header = JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString('utf8')) as {
      alg?: unknown
    }
    return typeof header.alg === 'string' ? header.alg : ''
  } catch {
    return ''
  }
}

function endOf(claims: Readonly<Record<string, unknown>>, now: Date): EndedAtProvider {
  const { iss, aud, iat, jti, events, nonce, sub, sid } = claims
  const isEnd = typeof events === 'object' && events !== null && EVENT in events && nonce === undefined
  const isWhole = typeof iss === 'string' && aud !== undefined && typeof iat === 'number' && typeof jti === 'string'
  if (!isEnd || !isWhole || Math.abs(now.getTime() - iat * 1000) > LONGEST_AGE) throw notAToken()
  return {
    issuer: iss,
    subject: typeof sub === 'string' ? sub : null,
    sessionId: typeof sid === 'string' ? sid : null,
    at: new Date(iat * 1000),
  }
}

function notAToken(): QuireError {
  return new QuireError('invalid_token', 'This is not a logout token of the provider, or it is outdated.')
}
