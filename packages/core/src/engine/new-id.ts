import { createHash, randomFillSync } from 'node:crypto'

/** Random bytes for many ids: one system call for each id would dominate the cost. */
const pool = Buffer.alloc(10 * 256)
let digits = ''
let used = pool.length
let lastTime = 0
let sequence = 0
/** The time part of ids, cached for the current millisecond. */
let textOfTime = ''

/**
 * Creates a UUIDv7 (RFC 9562). Ids of one process increase strictly, also within a millisecond: the primary key's index
 * stays dense, and `id` orders documents with equal `createdAt`.
 */
export function newId(at: number): string {
  if (used === pool.length) {
    digits = randomFillSync(pool).toString('hex')
    used = 0
  }
  if (at > lastTime) moveTo(at, pool.readUInt16BE(used) & 0x07ff)
  else if (sequence < 0x0fff) sequence += 1
  else moveTo(lastTime + 1, 0)
  const first = used * 2 + 4
  const variant = '89ab'.charAt((pool.readUInt8(used + 2) >> 4) & 0x03)
  used += 10
  const counted = (0x7000 | sequence).toString(16)
  return `${textOfTime}-${counted}-${variant}${digits.slice(first + 1, first + 4)}-${digits.slice(first + 4, first + 16)}`
}

function moveTo(time: number, first: number): void {
  lastTime = time
  sequence = first
  const hex = time.toString(16).padStart(12, '0')
  textOfTime = `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** Derives an id from a text. The same text gives the same id, so that work is queued only once. */
export function hashedId(text: string): string {
  return withDashes(createHash('sha256').update(text).digest('hex').slice(0, 32))
}

function withDashes(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** An `{id}` is a UUID; any other segment never matches a document's path (docs/contract/requests.md#ids). */
export function isDocumentId(text: string): boolean {
  return UUID.test(text)
}
