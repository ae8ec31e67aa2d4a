import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { ChangeRow } from './change-table.ts'

/**
 * A position in the feed, directly after a change. Cursors are encrypted with a random nonce: plain or repeated
 * cursors would reveal how many changes happened that the reader may not see (docs/adr/0080).
 */
export interface FeedPosition extends Pick<ChangeRow, 'era' | 'place'> {
  /** Checksum of the change at this position: after a restore, a different change may have the same number. */
  readonly mark: number
}

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16
const NAME = 4
const SEALED = 20
const WHOLE = NAME + NONCE + SEALED + TAG

export class CursorSeal {
  readonly #key: Buffer
  /** Identifies the feed. Cursors of another feed, or from before this one was recreated, have another name. */
  readonly #name: Buffer

  constructor(secret: string) {
    this.#key = createHash('sha256').update(`key ${secret}`).digest()
    this.#name = createHash('sha256').update(`name ${secret}`).digest().subarray(0, NAME)
  }

  seal({ era, place, mark }: FeedPosition): string {
    const plain = Buffer.alloc(SEALED)
    plain.writeBigUInt64BE(BigInt(era), 0)
    plain.writeBigUInt64BE(BigInt(place), 8)
    plain.writeUInt32BE(mark, 16)
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG })
    return Buffer.concat([this.#name, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
      'base64url',
    )
  }

  /** Decrypts a cursor: `other` if it belongs to another feed, null if it is not a cursor. */
  open(text: string): FeedPosition | 'other' | null {
    const bytes = Buffer.from(text, 'base64url')
    if (bytes.length !== WHOLE || bytes.toString('base64url') !== text) return null
    if (!bytes.subarray(0, NAME).equals(this.#name)) return 'other'
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(NAME, NAME + NONCE), { authTagLength: TAG })
    decipher.setAuthTag(bytes.subarray(WHOLE - TAG))
    try {
      const plain = Buffer.concat([decipher.update(bytes.subarray(NAME + NONCE, WHOLE - TAG)), decipher.final()])
      return {
        era: Number(plain.readBigUInt64BE(0)),
        place: Number(plain.readBigUInt64BE(8)),
        mark: plain.readUInt32BE(16),
      }
    } catch {
      return null
    }
  }
}

export function positionOf(row: ChangeRow): FeedPosition {
  const { era, place, at, documentId, event, revision } = row
  const mark = createHash('sha256').update(`${at} ${documentId} ${event} ${revision}`).digest().readUInt32BE(0)
  return { era, place, mark }
}

export function isBehind(
  one: Pick<FeedPosition, 'era' | 'place'>,
  other: Pick<FeedPosition, 'era' | 'place'>,
): boolean {
  return one.era < other.era || (one.era === other.era && one.place < other.place)
}
