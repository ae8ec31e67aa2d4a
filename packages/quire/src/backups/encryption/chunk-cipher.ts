import { createCipheriv, createDecipheriv } from 'node:crypto'
import { hchacha } from '@noble/ciphers/chacha.js'

const ALGORITHM = 'chacha20-poly1305'
export const TAG = 16

/** `expand 32-byte k`, as numbers. */
const SIGMA = Uint32Array.from([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574])

/**
 * XChaCha20-Poly1305, one chunk after another. Of its number that must not be used twice, the first two thirds are the same for all chunks of
 * a file; what follows from them is worked out once, and OpenSSL does the rest, which JavaScript would be slow at.
 */
export class ChunkCipher {
  readonly #subkey: Buffer

  constructor(key: Uint8Array) {
    const words = new Uint32Array(8)
    const view = new DataView(key.buffer, key.byteOffset, key.byteLength)
    hchacha(
      SIGMA,
      Uint32Array.from({ length: 8 }, (_, index) => view.getUint32(index * 4, true)),
      new Uint32Array(4),
      words,
    )
    this.#subkey = Buffer.alloc(32)
    for (const [index, word] of words.entries()) this.#subkey.writeUInt32LE(word, index * 4)
  }

  encrypt(number: number, isLast: boolean, chunk: Uint8Array): Buffer {
    const cipher = createCipheriv(ALGORITHM, this.#subkey, endOfNonce(number, isLast), { authTagLength: TAG })
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }

  /** Throws if the chunk was changed, or is not the one with this number. */
  decrypt(number: number, isLast: boolean, chunk: Uint8Array): Buffer {
    if (chunk.length < TAG) throw new Error('the chunk is too short')
    const cipher = createDecipheriv(ALGORITHM, this.#subkey, endOfNonce(number, isLast), { authTagLength: TAG })
    cipher.setAuthTag(chunk.subarray(-TAG))
    return Buffer.concat([cipher.update(chunk.subarray(0, -TAG)), cipher.final()])
  }
}

/** The number of the chunk, and whether it is the last: none can be left out, repeated, moved or taken for the end. */
function endOfNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}
