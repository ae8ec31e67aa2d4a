import { lookup as systemLookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** What a request to somebody else's address goes through. Tests have another one. */
export interface Network {
  /** All addresses of a name. */
  resolve(hostname: string): Promise<readonly string[]>
  isAllowed(address: string): boolean
  /** Certificates to trust besides those that everybody does. */
  readonly ca?: string
}

export const PUBLIC_INTERNET: Network = {
  resolve: async (hostname) => (await systemLookup(hostname, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
}

/** The address leads somewhere that we don't go. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
}

/**
 * A GET over https that goes to public addresses only. The name is resolved once, and exactly the address that was checked is dialled:
 * whoever owns the name cannot give us another one in between. Redirects are not followed.
 */
export async function guardedGet(url: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  const { request } = await import('node:https')
  const hostname = url.hostname.replaceAll(/^\[|\]$/g, '')
  const addresses = isIP(hostname) === 0 ? await network.resolve(hostname) : [hostname]
  // One that is not allowed is enough: nobody has such a name by accident.
  if (addresses.some((address) => !network.isAllowed(address))) throw new ForbiddenAddress('this address is not public')
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      signal,
      agent: false,
      lookup: answerWith(addresses),
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'quire' },
      ...(network.ca !== undefined && { ca: network.ca }),
    })
    sent.once('socket', (socket) =>
      socket.once('connect', () => {
        if (!network.isAllowed(socket.remoteAddress ?? ''))
          sent.destroy(new ForbiddenAddress('this address is not public'))
      }),
    )
    sent.once('response', resolve)
    sent.on('error', reject)
    sent.end()
  })
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
