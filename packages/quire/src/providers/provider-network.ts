import type { Network } from '@quirecms/files'
import { type FetchOptions, guardedFetch } from '@quirecms/files/guarded'

/** From the first name that is looked up to the last byte; below the time that a request may take. */
const TIMEOUT = 10_000

/** Of what a provider answers with: descriptions, keys, tokens and claims are far shorter. */
const LIMIT = 1_000_000

/** How long a provider's description of itself is good. Its keys are asked for every time. */
const REMEMBERED = 10 * 60_000

/** How one provider is reached: through the guarded request, and with its description at hand. */
export class ProviderNetwork {
  readonly #ask: ReturnType<typeof guardedFetch>
  #description: { readonly url: string; readonly text: string; readonly until: number } | undefined

  constructor(network: Network | undefined, isPrivate: boolean) {
    this.#ask = guardedFetch({ network, isPrivate, timeout: TIMEOUT, limit: LIMIT })
  }

  readonly fetch = async (url: string, options: FetchOptions): Promise<Response> => {
    const isDescription = options.method === 'GET' && url.endsWith('/.well-known/openid-configuration')
    if (!isDescription) return this.#ask(url, options)
    const known = this.#description
    if (known?.url === url && known.until > performance.now()) return asJson(known.text)
    const response = await this.#ask(url, options)
    if (response.status !== 200) return response
    const text = await response.text()
    // Only what is one is worth remembering; the library says what is wrong with anything else.
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
