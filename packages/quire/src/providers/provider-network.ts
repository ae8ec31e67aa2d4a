import type { Network } from '@quirecms/files'
import { type GuardedRequestOptions, guardedFetch } from '@quirecms/files/guarded'

/** From DNS lookup to the last byte; below the request timeout. */
const TIMEOUT = 10_000

/** Size limit of responses: metadata, keys, tokens and claims are far smaller. */
const LIMIT = 1_000_000

/** Cache lifetime of metadata. Keys are always fetched. */
const REMEMBERED = 10 * 60_000

/** Network access to one provider: guarded requests, cached metadata. */
export class ProviderNetwork {
  readonly #ask: ReturnType<typeof guardedFetch>
  #description: { readonly url: string; readonly text: string; readonly until: number } | undefined

  constructor(network: Network | undefined, isPrivate: boolean) {
    this.#ask = guardedFetch({ network, isPrivate, timeout: TIMEOUT, limit: LIMIT })
  }

  readonly fetch = async (url: string, options: GuardedRequestOptions): Promise<Response> => {
    const isDescription = options.method === 'GET' && url.endsWith('/.well-known/openid-configuration')
    if (!isDescription) return this.#ask(url, options)
    const known = this.#description
    if (known?.url === url && known.until > performance.now()) return asJson(known.text)
    const response = await this.#ask(url, options)
    if (response.status !== 200) return response
    const text = await response.text()
    // Cache only JSON objects; the library reports anything else.
    if (isJsonObject(text)) this.#description = { url, text, until: performance.now() + REMEMBERED }
    return new Response(text, { headers: response.headers })
  }
}

function asJson(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'application/json' } })
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
