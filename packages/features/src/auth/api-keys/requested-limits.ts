import {
  type Call,
  type CheckedBody,
  type Issue,
  type KeyScopes,
  parseDuration,
  parseInstant,
  QuireError,
} from '@quirecms/core/feature'
import type { API_KEY_API } from './api-key-api.ts'
import { issuesOfScopes } from './check-scopes.ts'
import { BlockList, isIP } from 'node:net'

/** Requested details of a key in their stored form; undefined for those that the request omits. */
export interface KeyDetails {
  readonly name: string | undefined
  readonly note: string | null | undefined
  readonly expiresAt: string | null | undefined
  readonly scopes: KeyScopes | null | undefined
  readonly addresses: readonly string[] | null | undefined
}

/**
 * Validates the request, and throws all issues together. `giver` must have each right that the scopes name, unless
 * the key already has it: an actor who has lost a right can still narrow the key.
 */
export async function requestedDetails(
  call: Call,
  giver: Call | null,
  former: KeyScopes | null = null,
): Promise<KeyDetails> {
  const body = call.input.body as CheckedBody<typeof API_KEY_API.updateApiKey>
  const { name, note, addresses } = body
  const scopes = body.scopes as KeyScopes | null | undefined
  const expiresAt = typeof body.expiresAt === 'string' ? parseInstant(body.expiresAt) : body.expiresAt
  const issues: Issue[] = [
    ...issuesOfExpiry(body.expiresAt, expiresAt, call.runtime.clock()),
    ...(addresses ?? []).flatMap(issuesOfAddress),
    ...(scopes ? await issuesOfScopes(call, giver, scopes, former) : []),
  ]
  if (issues.length > 0)
    throw new QuireError('validation', 'Some values are not valid. The issues say which.', { issues })
  return { name, note, expiresAt, scopes, addresses }
}

function issuesOfExpiry(given: unknown, instant: string | null | undefined, now: Date): readonly Issue[] {
  if (typeof given !== 'string' || (instant && instant > now.toISOString())) return []
  const code = instant === undefined ? 'format' : 'min'
  return [{ code, path: 'expiresAt', message: 'Must be a date in the future.' }]
}

function issuesOfAddress(address: string, index: number): readonly Issue[] {
  if (parseRange(address)) return []
  const message = 'Must be an address or a range such as 203.0.113.0/24.'
  return [{ code: 'format', path: `addresses.${index}`, message }]
}

const LONGEST_OVERLAP = 24 * 3_600_000

/** Requested overlap in milliseconds. A number in the request is in seconds. */
export function requestedOverlap({ input }: Call): number {
  const { overlap = 0 } = (input.body ?? {}) as { overlap?: number | string }
  const asked = typeof overlap === 'number' ? overlap * 1_000 : durationOf(overlap)
  if (asked <= LONGEST_OVERLAP) return asked
  const message = 'Must be a number of seconds or a text such as "10m", at most 24 hours.'
  const issues = [{ code: 'max', path: 'overlap', message } as const]
  throw new QuireError('validation', 'Some values are not valid. The issues say which.', { issues })
}

function durationOf(text: string): number {
  try {
    return parseDuration(text)
  } catch {
    return Infinity
  }
}

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
