import type { IncomingMessage } from 'node:http'
import { guardedRequest, type Network, PUBLIC_INTERNET } from './guarded-request.ts'

export interface GuardedRequestOptions {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

interface GuardedFetchOptions {
  readonly network?: Network | undefined
  /** Also allows private addresses and http. */
  readonly isPrivate?: boolean
  /** Deadline in milliseconds for the whole request and response. */
  readonly timeout: number
  /** Longest response in bytes; a longer one fails. */
  readonly limit: number
}

/** `fetch` for libraries, with the address checks of our own requests. */
export function guardedFetch({ network = PUBLIC_INTERNET, isPrivate = false, timeout, limit }: GuardedFetchOptions) {
  return async (url: string, { method, headers, body, signal }: GuardedRequestOptions): Promise<Response> => {
    if (method !== 'GET' && method !== 'POST') throw new Error(`the method ${method} is not supported`)
    const text = body === undefined || body === null ? undefined : textOf(body)
    const deadline = AbortSignal.timeout(timeout)
    const length = text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) }
    const response = await guardedRequest(
      {
        url: new URL(url),
        method,
        headers: { ...headers, ...length, 'accept-encoding': 'identity' },
        ...(text !== undefined && { body: text }),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
        isPrivate,
      },
      network,
    )
    const bytes = await bytesOf(response, limit)
    const { statusCode = 0 } = response
    // `Response` refuses a body for these statuses.
    const isEmpty = statusCode === 204 || statusCode === 205 || statusCode === 304
    return new Response(isEmpty ? null : bytes, { status: statusCode, headers: headersOf(response) })
  }
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new Error('only texts and forms can be sent')
}

async function bytesOf(response: IncomingMessage, limit: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > limit) throw new Error(`the answer is longer than ${limit} bytes`)
      chunks.push(chunk)
    }
  } finally {
    response.destroy()
  }
  return Buffer.concat(chunks, length)
}

function headersOf({ headers }: IncomingMessage): Headers {
  const all = new Headers()
  for (const [name, value] of Object.entries(headers))
    for (const one of [value].flat()) if (one !== undefined) all.append(name, one)
  return all
}
