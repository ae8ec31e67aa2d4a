import { createCipheriv, createDecipheriv } from 'node:crypto'
import { hchacha } from '@noble/ciphers/chacha.js'

const ALGORITHM = 'chacha20-poly1305'
export const TAG = 16

/** `expand 32-byte k` as integers. */
const SIGMA = Uint32Array.from([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574])

/**
 * XChaCha20-Poly1305 over chunks. The first 16 bytes of the nonce are constant for a file, so the derived key
 * (HChaCha20) is computed once; OpenSSL does the rest.
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

  /** Throws if the chunk was modified or has another number. */
  decrypt(number: number, isLast: boolean, chunk: Uint8Array): Buffer {
    if (chunk.length < TAG) throw new Error('the chunk is too short')
    const cipher = createDecipheriv(ALGORITHM, this.#subkey, endOfNonce(number, isLast), { authTagLength: TAG })
    cipher.setAuthTag(chunk.subarray(-TAG))
    return Buffer.concat([cipher.update(chunk.subarray(0, -TAG)), cipher.final()])
  }
}

/**
 * Chunk number and last-chunk flag as part of the nonce, so that chunks can't be omitted, repeated, reordered or
 * truncated.
 */
function endOfNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}
