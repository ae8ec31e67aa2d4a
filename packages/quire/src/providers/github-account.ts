import type { IdentityProvider, JsonObject } from '@quirecms/core'
import type { ProvedIdentity } from '@quirecms/features/services'
import { QuireError } from '@quirecms/core'
import { type Configuration, fetchProtectedResource, type ServerMetadata } from 'openid-client'

/** GitHub has only OAuth 2 and no discovery document. */
export function gitHubServer({ issuer }: IdentityProvider): ServerMetadata {
  return { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/access_token` }
}

/** GitHub Enterprise Server has its API below its own host. */
function apiOf({ issuer }: IdentityProvider): string {
  const { origin, host } = new URL(issuer)
  return host === 'github.com' ? 'https://api.github.com' : `${origin}/api/v3`
}

/**
 * The account of an access token as OpenID Connect claims. Login names may be reassigned at GitHub; numeric ids never
 * are.
 */
export async function gitHubAccount(
  configuration: Configuration,
  provider: IdentityProvider,
  accessToken: string,
): Promise<ProvedIdentity> {
  const ask = (path: string) => askGitHub(configuration, new URL(`${apiOf(provider)}${path}`), accessToken)
  const user = (await ask('/user')) as Partial<Record<string, string | number | null>>
  if (typeof user['id'] !== 'number') throw new QuireError('unavailable', 'The provider cannot be reached.')
  const address = primaryOf(await ask('/user/emails'))
  const claims: JsonObject = {
    sub: String(user['id']),
    preferred_username: user['login'] ?? null,
    name: user['name'] ?? user['login'] ?? null,
    picture: user['avatar_url'] ?? null,
    ...(address && { email: address.email, email_verified: address.verified }),
  }
  const subject = String(user['id'])
  return {
    issuer: provider.issuer,
    subject,
    claims,
    sessionId: null,
    idToken: null,
    refreshToken: null,
    authenticatedAt: null,
  }
}

async function askGitHub(configuration: Configuration, url: URL, accessToken: string): Promise<unknown> {
  const headers = new Headers({ accept: 'application/vnd.github+json' })
  const response = await fetchProtectedResource(configuration, accessToken, url, 'GET', undefined, headers)
  if (response.status !== 200) throw new Error(`GitHub answers with status ${response.status}`)
  return response.json()
}

interface GitHubAddress {
  readonly email: string
  readonly verified: boolean
}

function primaryOf(addresses: unknown): GitHubAddress | undefined {
  const all = Array.isArray(addresses) ? (addresses as Readonly<Record<string, unknown>>[]) : []
  const found = all.find(({ primary, email }) => primary === true && typeof email === 'string')
  return found && { email: found['email'] as string, verified: found['verified'] === true }
}
