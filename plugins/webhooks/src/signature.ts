import { createHmac, timingSafeEqual } from 'node:crypto'

/** Oldest accepted request in seconds, against replay attacks. */
const TOLERANCE = 300

const PREFIX = 'whsec_'
const FEWEST_BYTES = 24
const MOST_BYTES = 64

/** Decodes a secret such as `whsec_…`; null if it is not valid. */
export function signingKey(secret: unknown): Buffer | null {
  if (typeof secret !== 'string' || !secret.startsWith(PREFIX)) return null
  const text = secret.slice(PREFIX.length)
  const key = Buffer.from(text, 'base64')
  const isWhole = key.toString('base64').replaceAll('=', '') === text.replaceAll('=', '')
  return isWhole && key.length >= FEWEST_BYTES && key.length <= MOST_BYTES ? key : null
}

/** Signs with each key, so that secrets can be rotated. `timestamp` is in seconds. */
export function sign(keys: readonly Buffer[], id: string, timestamp: number, body: string): string {
  return keys.map((key) => `v1,${signatureBy(key, id, String(timestamp), body)}`).join(' ')
}

function signatureBy(key: Buffer, id: string, timestamp: string, body: string | Uint8Array): string {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
}

export interface ReceivedWebhook {
  /** The endpoint's secret. During a rotation, the old and the new one. */
  readonly secret: string | readonly string[]
  /** Request headers: `request.headers` of Node, or the `Headers` of a `Request`. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** Exactly the bytes that were received. JSON that was parsed and serialized again does not verify. */
  readonly body: string | Uint8Array
  /** Oldest accepted request in seconds; 300 by default. */
  readonly tolerance?: number
  /** The current time in milliseconds; for tests. */
  readonly now?: number
}

/**
 * Whether a request was signed with the secret and is recent. Check this before you use anything else of it.
 *
 * @example
 * if (!verifyWebhook({ secret, headers: request.headers, body })) return new Response(null, { status: 401 })
 */
export function verifyWebhook({
  secret,
  headers,
  body,
  tolerance = TOLERANCE,
  now = Date.now(),
}: ReceivedWebhook): boolean {
  const header = (name: string) => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name]
    return typeof value === 'string' ? value : ''
  }
  const id = header('webhook-id')
  const timestamp = header('webhook-timestamp')
  const given = header('webhook-signature')
    .split(' ')
    .map((one) => Buffer.from(one))
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now / 1000 - Number(timestamp)) > tolerance) return false
  return [secret].flat().some((one) => {
    const key = signingKey(one)
    if (!key) throw new TypeError('A webhook secret is `whsec_` and 24 to 64 bytes in base64.')
    const expected = Buffer.from(`v1,${signatureBy(key, id, timestamp, body)}`)
    return given.some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected))
  })
}
