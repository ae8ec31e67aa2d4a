import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { clientAddressOf, compileTrust, rateLimitKeyOf, type TrustProxy } from './clients.ts'

function addressOf(peer: string, forwarded: string | undefined, trust: TrustProxy | undefined): string {
  const request = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } }
  return clientAddressOf(request as unknown as IncomingMessage, compileTrust(trust))
}

describe('the address of a client', () => {
  it.each<[string, string, string | undefined, TrustProxy | undefined, string]>([
    ['is that of the connection', '192.0.2.1', '198.51.100.1', undefined, '192.0.2.1'],
    ['is not what an untrusted client says', '192.0.2.1', '198.51.100.1', '10.0.0.0/8', '192.0.2.1'],
    ['is what a trusted proxy says', '10.0.0.1', '198.51.100.1', '10.0.0.0/8', '198.51.100.1'],
    ['is the last one that is not trusted', '10.0.0.1', '203.0.113.9, 198.51.100.1', '10.0.0.0/8', '198.51.100.1'],
    ['goes through several proxies', '10.0.0.1', '203.0.113.9, 198.51.100.1, 10.0.0.2', '10.0.0.0/8', '198.51.100.1'],
    ['is the first of all if all are trusted', '10.0.0.1', '203.0.113.9, 198.51.100.1', true, '203.0.113.9'],
    ['goes as many hops as are trusted', '10.0.0.1', '203.0.113.9, 198.51.100.1', 1, '198.51.100.1'],
    ['goes no further than there are', '10.0.0.1', '198.51.100.1', 9, '198.51.100.1'],
    ['is the connection’s without the header', '10.0.0.1', undefined, true, '10.0.0.1'],
    ['is the connection’s with an empty one', '10.0.0.1', '', true, '10.0.0.1'],
    ['is no name that a client made up', '10.0.0.1', 'somebody', true, '10.0.0.1'],
    ['ends at what is no address', '10.0.0.1', '198.51.100.1, unknown, 10.0.0.2', true, '10.0.0.2'],
    ['leaves out a port', '10.0.0.1', '198.51.100.1:4711', true, '198.51.100.1'],
    ['leaves out brackets and a port', '10.0.0.1', '[2001:db8::1]:4711', true, '2001:db8::1'],
    ['trusts a network by its name', '127.0.0.1', '198.51.100.1', 'loopback', '198.51.100.1'],
    ['trusts several networks', '192.168.0.1', '198.51.100.1, 127.0.0.1', 'loopback, uniquelocal', '198.51.100.1'],
    ['trusts a list of networks', 'fe80::1', '198.51.100.1', ['linklocal'], '198.51.100.1'],
    ['trusts no one with zero hops', '10.0.0.1', '198.51.100.1', 0, '10.0.0.1'],
    ['trusts no one with false', '10.0.0.1', '198.51.100.1', false, '10.0.0.1'],
  ])('%s', (_, peer, forwarded, trust, address) => expect(addressOf(peer, forwarded, trust)).toBe(address))

  it.each<[string, TrustProxy]>([
    ['a name that is unknown', 'loopbak'],
    ['a prefix that is too long', '10.0.0.0/33'],
    ['a prefix that is no number', '10.0.0.0/a'],
    ['an empty prefix', '10.0.0.0/'],
    ['two prefixes', '10.0.0.0/8/8'],
    ['an empty entry', '10.0.0.1,'],
    ['half of a hop', 1.5],
    ['fewer hops than none', -1],
  ])('cannot be configured with %s', (_, trust) => expect(() => compileTrust(trust)).toThrow('server.trustProxy'))
})

describe('the key of a rate limit', () => {
  it.each([
    ['is an IPv4 address', '192.0.2.1', '192.0.2.1'],
    ['is the IPv4 address that is mapped', '::ffff:192.0.2.1', '192.0.2.1'],
    ['is the first half of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['is the same for all of a network', '2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['fills in zeros that are left out', '2001:db8::1', '2001:db8:0:0::/64'],
    ['does not depend on leading zeros', '2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['does not depend on the case', '2001:DB8::A', '2001:db8:0:0::/64'],
    ['leaves out a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['is of the unspecified address', '::', '0:0:0:0::/64'],
    ['is what it is for anything else', 'unix:socket', 'unix:socket'],
  ])('%s', (_, address, key) => expect(rateLimitKeyOf(address)).toBe(key))
})
