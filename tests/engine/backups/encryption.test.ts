import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { describe, expect, test } from 'vitest'
import { ChunkCipher } from '../../../packages/quire/src/backups/encryption/chunk-cipher.ts'
import type { Lock, Openers } from '../../../packages/quire/src/backups/encryption/envelope.ts'
import { newBackupKey } from '../../../packages/quire/src/backups/encryption/keys.ts'
import { opened, sealed } from '../../../packages/quire/src/backups/encryption/sealed-stream.ts'

const CHUNK = 64 * 1024
const key = newBackupKey()
const openers: Openers = {
  isExpected: false,
  privateKey: async () => `# a comment\r\n${key.privateKey}\r\n`,
  passphrase: async () => 'correct horse battery staple',
}
const forKey: Lock = { publicKey: key.publicKey }

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function all(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const piece of pieces) chunks.push(piece)
  return Buffer.concat(chunks)
}

const encrypt = (bytes: Buffer, lock: Lock = forKey) => all(sealed(inPieces(bytes, 50_000), lock))
const decrypt = (bytes: Buffer, by = openers) => all(opened(inPieces(bytes, 777), by))

describe('encrypted backups', () => {
  test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])('round-trip %i bytes', async (size) => {
    const bytes = randomBytes(size)
    const secret = await encrypt(bytes)
    expect(await decrypt(secret)).toEqual(bytes)
    if (size > 100) expect(secret.includes(bytes.subarray(0, 32))).toBe(false)
  })

  test('open with a passphrase, and with no other', { tags: ['release'] }, async () => {
    const secret = await encrypt(Buffer.from('content'), { passphrase: 'correct horse battery staple' })
    expect((await decrypt(secret)).toString()).toBe('content')
    const wrong = { ...openers, passphrase: async () => 'correct horse' }
    await expect(decrypt(secret, wrong)).rejects.toThrow('not encrypted for this passphrase')
  })

  test('open with no other key', async () => {
    const secret = await encrypt(Buffer.from('content'))
    const other = { ...openers, privateKey: async () => newBackupKey().privateKey }
    await expect(decrypt(secret, other)).rejects.toThrow('not encrypted for this key')
    await expect(decrypt(secret, { ...openers, privateKey: async () => key.publicKey })).rejects.toThrow(
      'no private key',
    )
  })

  test('are required if a key is given: plain archives are refused', async () => {
    const plain = Readable.from([Buffer.from('no envelope at all')]) as AsyncIterable<Uint8Array>
    const reading = Array.fromAsync(opened(plain, { ...openers, isExpected: true }))
    await expect(reading).rejects.toThrow('The backup is not encrypted, although a key or a passphrase is given')
  })

  test('are refused if anything is changed, truncated, removed, moved or added', async () => {
    const bytes = randomBytes(3 * CHUNK + 100)
    const secret = await encrypt(bytes)
    const start = secret.indexOf(0x0a, 30) + 1
    const chunk = (n: number) => secret.subarray(start + n * (CHUNK + 16), start + (n + 1) * (CHUNK + 16))
    const head = secret.subarray(0, start)
    const flipped = (at: number) => {
      const changed = Buffer.from(secret)
      changed.writeUInt8(changed.readUInt8(at) ^ 4, at)
      return changed
    }
    const broken = [
      flipped(start),
      flipped(secret.length - 1),
      flipped(start + CHUNK + 100),
      // The header names the recipient.
      flipped(60),
      secret.subarray(0, -1),
      secret.subarray(0, start + 3 * (CHUNK + 16)),
      secret.subarray(0, start + CHUNK + 16),
      head,
      Buffer.concat([head, chunk(1), chunk(2), chunk(3)]),
      Buffer.concat([head, chunk(1), chunk(0), chunk(2), chunk(3)]),
      Buffer.concat([secret, chunk(3)]),
      Buffer.concat([secret, Buffer.from([0])]),
      Buffer.concat([(await encrypt(bytes)).subarray(0, start), secret.subarray(start)]),
    ]
    for (const [index, one] of broken.entries())
      await expect(decrypt(one), `${index}`).rejects.toMatchObject({ code: 'validation' })
  })

  test('limit the work of passphrases, and refuse unknown methods', async () => {
    const secret = await encrypt(Buffer.from('x'), { passphrase: 'a' })
    const text = secret.toString('latin1')
    for (const other of [text.replace('"cost":17', '"cost":30'), text.replace('"scrypt"', '"plain"')])
      await expect(decrypt(Buffer.from(other, 'latin1'))).rejects.toMatchObject({ code: 'validation' })
  })

  test('leave unencrypted ones unchanged', async () => {
    const bytes = randomBytes(10_000)
    expect(await decrypt(bytes)).toEqual(bytes)
  })

  test('use standard XChaCha20-Poly1305', () => {
    const secret = randomBytes(32)
    const nonce = Buffer.alloc(24)
    nonce.writeUIntBE(7, 17, 6)
    nonce.writeUInt8(1, 23)
    const bytes = randomBytes(1000)
    const ours = new ChunkCipher(secret).encrypt(7, true, bytes)
    expect(Buffer.from(xchacha20poly1305(secret, nonce).decrypt(ours))).toEqual(bytes)
    expect(new ChunkCipher(secret).decrypt(7, true, xchacha20poly1305(secret, nonce).encrypt(bytes))).toEqual(bytes)
  })
})
