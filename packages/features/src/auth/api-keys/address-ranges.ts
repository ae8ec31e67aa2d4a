import { BlockList, isIP } from 'node:net'

interface Range {
  readonly network: string
  readonly family: 'ipv4' | 'ipv6'
  readonly length: number
}

/** Parses an address, or a range such as `10.0.0.0/8`; null for any other text. */
export function parseRange(text: string): Range | null {
  const [network = '', prefix, ...rest] = text.split('/')
  const version = isIP(network)
  if (version === 0 || rest.length > 0) return null
  const longest = version === 4 ? 32 : 128
  const length = prefix === undefined ? longest : /^[0-9]{1,3}$/.test(prefix) ? Number(prefix) : Infinity
  return length <= longest ? { network, family: version === 4 ? 'ipv4' : 'ipv6', length } : null
}

export function isWithinRanges(ranges: readonly string[], address: string): boolean {
  const version = isIP(address)
  return version !== 0 && listOf(ranges).check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** Whether each of these ranges lies within one of the others. */
export function areNarrower(ranges: readonly string[], others: readonly string[]): boolean {
  return ranges.every((text) => others.some((other) => liesWithin(parseRange(text), parseRange(other))))
}

function liesWithin(range: Range | null, other: Range | null): boolean {
  if (!range || !other || range.family !== other.family || range.length < other.length) return false
  return listOf([`${other.network}/${other.length}`]).check(range.network, range.family)
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges.map(parseRange)) if (range) list.addSubnet(range.network, range.length, range.family)
  return list
}
