import { lookup as systemLookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { ForbiddenAddress, type OutgoingAnswer, type OutgoingRequest } from '@quirecms/core'
import { isPublicAddress } from './public-address.ts'

/** What a request to somebody else's address goes through. Tests have another one. */
export interface Network {
  /** All addresses of a name. */
  resolve(hostname: string): Promise<readonly string[]>
  isAllowed(address: string): boolean
  /** Certificates to trust besides those that everybody does. */
  readonly ca?: string
  /** What every request carries besides, such as the trace that it belongs to. */
  readonly headers?: () => Readonly<Record<string, string>>
}

export const PUBLIC_INTERNET: Network = {
  resolve: async (hostname) => (await systemLookup(hostname, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
}

/**
 * A request over https that goes to public addresses only. The name is resolved once, and exactly the address that was checked is dialled:
 * whoever owns the name cannot give us another one in between. Redirects are not followed.
 */
export async function guardedRequest(outgoing: OutgoingRequest, network: Network): Promise<IncomingMessage> {
  const { url, method, headers, body, signal, isPrivate = false } = outgoing
  const isAllowed = (address: string) => isPrivate || network.isAllowed(address)
  const isPlain = url.protocol === 'http:' && isPrivate
  if (!isPlain && url.protocol !== 'https:') throw new ForbiddenAddress('only https is allowed')
  const { request } = isPlain ? await import('node:http') : await import('node:https')
  const hostname = url.hostname.replaceAll(/^\[|\]$/g, '')
  const addresses = isIP(hostname) === 0 ? await orAborted(() => network.resolve(hostname), signal) : [hostname]
  // One that is not allowed is enough: nobody has such a name by accident.
  if (addresses.some((address) => !isAllowed(address))) throw new ForbiddenAddress('this address is not public')
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      signal,
      agent: false,
      lookup: answerWith(addresses),
      headers: { 'user-agent': 'quire', ...network.headers?.(), ...headers },
      ...(network.ca !== undefined && { ca: network.ca }),
    })
    sent.once('socket', (socket) =>
      socket.once('connect', () => {
        if (!isAllowed(socket.remoteAddress ?? '')) sent.destroy(new ForbiddenAddress('this address is not public'))
      }),
    )
    sent.once('response', resolve)
    // An answer like any other. Without a listener, Node would close the connection and tell nobody.
    sent.once('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The same for those who want to know how it was received, and nothing else. */
export async function sendGuarded(outgoing: OutgoingRequest, network = PUBLIC_INTERNET): Promise<OutgoingAnswer> {
  const response = await guardedRequest(outgoing, network)
  // Whatever else may come, nobody waits for it.
  response.on('error', () => undefined)
  response.destroy()
  return { status: response.statusCode ?? 0, headers: response.headers }
}

/** A name may take long to resolve, and cannot be told to stop. It is not even asked for where nobody waits: its failure would be nobody's. */
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

/** Node asks for one address or for all of them, and gets those that were checked. */
function answerWith(addresses: readonly string[]): LookupFunction {
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
