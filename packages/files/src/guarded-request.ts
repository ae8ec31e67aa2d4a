import { lookup as systemLookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { ForbiddenAddress, type OutgoingAnswer, type OutgoingRequest } from '@quirecms/core'
import { isPublicAddress } from './public-address.ts'

/** DNS and address checks of outgoing requests. Tests replace it. */
export interface Network {
  resolve(hostname: string): Promise<readonly string[]>
  isAllowed(address: string): boolean
  readonly ca?: string
  readonly headers?: () => Readonly<Record<string, string>>
}

export const PUBLIC_INTERNET: Network = {
  resolve: async (hostname) => (await systemLookup(hostname, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
}

/**
 * Sends an https request to public addresses only. Resolves the name once and connects to exactly the addresses that
 * were checked, which prevents DNS rebinding. Does not follow redirects.
 */
export async function guardedRequest(outgoing: OutgoingRequest, network: Network): Promise<IncomingMessage> {
  const { url, method, headers, body, signal, isPrivate = false } = outgoing
  const isAllowed = (address: string) => isPrivate || network.isAllowed(address)
  const isPlain = url.protocol === 'http:' && isPrivate
  if (!isPlain && url.protocol !== 'https:') throw new ForbiddenAddress('only https is allowed')
  const { request } = isPlain ? await import('node:http') : await import('node:https')
  const hostname = url.hostname.replaceAll(/^\[|\]$/g, '')
  const addresses = isIP(hostname) === 0 ? await orAborted(() => network.resolve(hostname), signal) : [hostname]
  // One address that is not allowed is enough to refuse: a legitimate name has none.
  if (addresses.some((address) => !isAllowed(address))) throw new ForbiddenAddress('this address is not public')
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      signal,
      agent: false,
      lookup: withAnswer(addresses),
      headers: { 'user-agent': 'quire', ...network.headers?.(), ...headers },
      ...(network.ca !== undefined && { ca: network.ca }),
    })
    sent.once('socket', (socket) =>
      socket.once('connect', () => {
        if (!isAllowed(socket.remoteAddress ?? '')) sent.destroy(new ForbiddenAddress('this address is not public'))
      }),
    )
    sent.once('response', resolve)
    // Treats an upgrade as a normal response. Without a listener, Node would close the connection without an event.
    sent.once('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Sends the request and returns only status and headers. */
export async function sendGuarded(outgoing: OutgoingRequest, network = PUBLIC_INTERNET): Promise<OutgoingAnswer> {
  const response = await guardedRequest(outgoing, network)
  // The body is not read; errors of it don't matter.
  response.on('error', () => undefined)
  response.destroy()
  return { status: response.statusCode ?? 0, headers: response.headers }
}

/**
 * Rejects when `signal` aborts, because a DNS lookup cannot be cancelled. Does not start `work` if `signal` has aborted
 * already: its rejection would be unhandled.
 */
async function orAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let onAbort: (() => void) | undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([work(), aborted])
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort)
  }
}

function withAnswer(addresses: readonly string[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first = ''] = addresses
    if (options.all)
      callback(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      )
    else callback(null, first, isIP(first))
  }
}
