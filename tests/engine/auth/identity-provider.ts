import { createHash, createSign, generateKeyPairSync, type JsonWebKey, type KeyObject, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { must } from '@quirecms/testkit'
import { type KoaContextWithOIDC, Provider } from 'oidc-provider'

/** The claims of the provider about a person. */
export type Person = Readonly<Record<string, unknown>> & { readonly sub: string }

type Token = Readonly<Record<string, unknown>>

/** Manipulations of tokens that no real provider makes. */
export interface Tampering {
  readonly header?: (header: Token) => Token
  readonly claims?: (claims: Token) => Token
  readonly signed?: (token: string) => string
}

export const SECRET = 'a-secret-of-the-client-that-nobody-may-see'

/** A real provider on a free port, whose users are defined by the test. */
export interface TestProvider {
  readonly issuer: string
  readonly people: Map<string, Person>
  /** All received requests, such as `POST /token`. */
  readonly requests: string[]
  tamper: Tampering | null
  /** Sends no responses while set. */
  isSilent: boolean
  /** Replaces the signing key. */
  rotate(): void
  /** Signs a token with the provider's key. */
  sign(claims: Token, header?: Token): string
  /**
   * Visits the provider's pages as this person; returns the address of the redirect. A browser that keeps its cookies
   * stays signed in there.
   */
  visit(url: string, sub: string, cookies?: Map<string, string>): Promise<string>
  close(): Promise<void>
}

interface Key {
  readonly kid: string
  readonly secret: KeyObject
  readonly jwk: JsonWebKey & { readonly kid: string }
}

function newKey(): Key {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kid = randomBytes(8).toString('hex')
  return { kid, secret: privateKey, jwk: { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } }
}

const encoded = (value: Token) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decoded = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Token

export async function startProvider(redirectUris: readonly string[], more: { readonly logout?: string } = {}) {
  const people = new Map<string, Person>()
  const requests: string[] = []
  let key = newKey()
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end()
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`)
    if (!test.isSilent) answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'quire',
        client_secret: SECRET,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code', 'refresh_token'],
        post_logout_redirect_uris: more.logout === undefined ? [] : [more.logout],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: { keys: [key.jwk] },
    cookies: { keys: ['for tests'] },
    claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) =>
      people.has(sub) ? { accountId: sub, claims: () => ({ sub, ...people.get(sub) }) } : undefined,
    issueRefreshToken: async () => true,
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: must(oidc.client, 'client').clientId,
        accountId: must(oidc.session?.accountId, 'account'),
      })
      grant.addOIDCScope('openid email profile offline_access')
      await grant.save()
      return grant
    },
  })

  function sign(claims: Token, header: Token = {}): string {
    const text = `${encoded({ alg: 'RS256', kid: key.kid, ...header })}.${encoded(claims)}`
    return `${text}.${createSign('RSA-SHA256').update(text).sign(key.secret).toString('base64url')}`
  }

  /** The provider's own token, signed again after the test's changes. */
  function rewritten(token: string): string {
    const [header, claims] = token.split('.').map((part, index) => (index < 2 ? decoded(part) : {}))
    const { tamper } = test
    const same = (value: Token) => value
    const { kid: _, ...rest } = must(header, 'header')
    const made = sign((tamper?.claims ?? same)(must(claims, 'claims')), (tamper?.header ?? same)(rest))
    return (tamper?.signed ?? ((text: string) => text))(made)
  }

  provider.use(async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next()
    if (ctx.path === '/jwks') {
      const { kty, n, e, kid } = key.jwk
      ctx.body = { keys: [{ kty, n, e, kid, alg: 'RS256', use: 'sig' }] }
    }
    const body = ctx.body as { id_token?: string } | undefined
    if (ctx.path === '/token' && body?.id_token) ctx.body = { ...body, id_token: rewritten(body.id_token) }
  })

  const callback = provider.callback()
  answer = (request, response) => {
    const sub = request.headers['x-test-person']
    if (!request.url?.startsWith('/interaction/')) void callback(request, response)
    else void provider.interactionFinished(request, response, { login: { accountId: String(sub) } })
  }

  const test: TestProvider = {
    issuer,
    people,
    requests,
    tamper: null,
    isSilent: false,
    sign,
    rotate() {
      key = newKey()
    },
    async visit(url, sub, cookies = new Map()) {
      let next = url
      for (let hops = 0; next.startsWith(issuer); hops += 1) {
        if (hops > 10) throw new Error(`the provider sends its visitors in circles: ${next}`)
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(next, { redirect: 'manual', headers: { cookie, 'x-test-person': sub } })
        for (const set of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=')
          cookies.set(name, value)
        }
        const location = response.headers.get('location')
        if (location === null) throw new Error(`the provider answers ${response.status}: ${await response.text()}`)
        next = new URL(location, next).href
      }
      return next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return test
}

export function challengeOf(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url')
}
