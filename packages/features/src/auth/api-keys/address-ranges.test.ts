import { describe, expect, it } from 'vitest'
import { areNarrower, isWithinRanges, parseRange } from './requested-limits.ts'

describe('a range of addresses', () => {
  it.each([
    ['192.0.2.1', { network: '192.0.2.1', family: 'ipv4', length: 32 }],
    ['10.0.0.0/8', { network: '10.0.0.0', family: 'ipv4', length: 8 }],
    ['0.0.0.0/0', { network: '0.0.0.0', family: 'ipv4', length: 0 }],
    ['2001:db8::', { network: '2001:db8::', family: 'ipv6', length: 128 }],
    ['2001:db8::/32', { network: '2001:db8::', family: 'ipv6', length: 32 }],
  ])('is %s', (text, range) => expect(parseRange(text)).toEqual(range))

  it.each([
    '',
    'localhost',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/8.0',
    '2001:db8::/129',
    '::/ 8',
    '256.0.0.1',
  ])('is not %j', (text) => expect(parseRange(text)).toBeNull())
})

describe('an address', () => {
  it.each<[string, string[], boolean]>([
    ['10.1.2.3', ['10.0.0.0/8'], true],
    ['11.0.0.1', ['10.0.0.0/8'], false],
    ['192.0.2.1', ['10.0.0.0/8', '192.0.2.1'], true],
    ['2001:db8:1::1', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['10.1.2.3', [], false],
    ['10.1.2.3', ['2000::/3'], false],
    // IPv4-mapped IPv6 addresses, as dual-stack sockets report them.
    ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
    ['10.1.2.3', ['::ffff:0:0/96'], true],
    ['', ['0.0.0.0/0'], false],
    ['somebody', ['0.0.0.0/0', '::/0'], false],
  ])('%s is in %j: %s', (address, ranges, result) => expect(isWithinRanges(ranges, address)).toBe(result))
})

describe('narrower ranges', () => {
  it.each<[string[], string[], boolean]>([
    [['10.1.0.0/16'], ['10.0.0.0/8'], true],
    [['10.0.0.0/8'], ['10.0.0.0/8'], true],
    [['10.0.0.0/7'], ['10.0.0.0/8'], false],
    [['10.1.2.3', '192.0.2.1'], ['10.0.0.0/8', '192.0.2.0/24'], true],
    [['10.1.2.3', '198.51.100.1'], ['10.0.0.0/8'], false],
    [['11.0.0.0/16'], ['10.0.0.0/8'], false],
    [[], ['10.0.0.0/8'], true],
    [['10.0.0.0/8'], [], false],
    [['::1'], ['0.0.0.0/0'], false],
    // A range may be written with any of its addresses.
    [['10.1.0.0/16'], ['10.9.9.9/8'], true],
  ])('%j within %j: %s', (ranges, others, result) => expect(areNarrower(ranges, others)).toBe(result))
})
