import { createHash, randomFillSync } from 'node:crypto'

const bytes = Buffer.alloc(16)
/** Random bytes for many ids at once: asking the system for each would cost more than all the rest. */
const pool = Buffer.alloc(10 * 256)
let used = pool.length
let lastTime = 0
let sequence = 0

/**
 * A UUIDv7 (RFC 9562). Ids of one process grow strictly, also within a millisecond: the primary key's index stays dense, and
 * documents made one after another sort in that order, since `id` breaks the ties of `createdAt`.
 */
export function newId(at: number): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  pool.copy(bytes, 6, used, used + 10)
  used += 10
  if (at > lastTime) {
    lastTime = at
    sequence = bytes.readUInt16BE(6) & 0x07ff
  } else {
    sequence += 1
    if (sequence > 0x0fff) {
      lastTime += 1
      sequence = 0
    }
  }
  bytes.writeUIntBE(lastTime, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return withDashes(bytes.toString('hex'))
}

/** An id that follows from a text: whoever has the same one gets the same id, such as that of work which is queued once. */
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
