import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { ChangeRow } from './change-table.ts'

/**
 * Where somebody stands in the feed: behind a change. Cursors are sealed, and sealed anew each time: numbers in the clear, or a
 * cursor that is the same as the last one, would tell how much happened that its reader may not see (docs/adr/0080).
 */
export interface Place extends Pick<ChangeRow, 'era' | 'place'> {
  /** Of the change that stands there: after the database was restored, another one may. */
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
  /** Of another feed, or of this one before it was begun anew, are cursors with another name. */
  readonly #name: Buffer

  constructor(secret: string) {
    this.#key = createHash('sha256').update(`key ${secret}`).digest()
    this.#name = createHash('sha256').update(`name ${secret}`).digest().subarray(0, NAME)
  }

  seal({ era, place, mark }: Place): string {
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

  /** `other` for a cursor of another feed; null for what is none. */
  open(text: string): Place | 'other' | null {
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

export function placeOf(row: ChangeRow): Place {
  const { era, place, at, documentId, event, revision } = row
  const mark = createHash('sha256').update(`${at} ${documentId} ${event} ${revision}`).digest().readUInt32BE(0)
  return { era, place, mark }
}

export function isBehind(one: Pick<Place, 'era' | 'place'>, other: Pick<Place, 'era' | 'place'>): boolean {
  return one.era < other.era || (one.era === other.era && one.place < other.place)
}
