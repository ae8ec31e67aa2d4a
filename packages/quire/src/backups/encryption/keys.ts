import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  scrypt,
} from 'node:crypto'
import { promisify } from 'node:util'
import { QuireError } from '@quirecms/core'

/** Prefixes of keys, so that people can tell public and private ones apart. */
const PUBLIC = 'qbk1'
const PRIVATE = 'qbs1'

/** DER prefixes of X25519 keys (PKCS #8, SPKI). */
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex')
const SPKI = Buffer.from('302a300506032b656e032100', 'hex')

/** Cost of one scrypt derivation: about half a second, and 128 MB of memory. */
export const SCRYPT_COST = 17
/** Limits the memory that an untrusted header can make scrypt use: 1 GB. */
const MOST_SCRYPT_COST = 20

export interface BackupKey {
  /** Encrypts backups; cannot decrypt them. */
  readonly publicKey: string
  /** Decrypts backups. */
  readonly privateKey: string
}

export function newBackupKey(): BackupKey {
  const pair = generateKeyPairSync('x25519')
  return {
    publicKey: PUBLIC + rawPublic(pair.publicKey).toString('base64url'),
    privateKey:
      PRIVATE + pair.privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(PKCS8.length).toString('base64url'),
  }
}

/** 32 bytes in base64. */
function bytesIn(text: string, prefix: string): Buffer | null {
  if (!text.startsWith(prefix) || !/^[A-Za-z0-9_-]{43}$/.test(text.slice(prefix.length))) return null
  return Buffer.from(text.slice(prefix.length), 'base64url')
}

export function readPublicKey(text: string): KeyObject {
  const bytes = bytesIn(text, PUBLIC)
  if (!bytes) throw new QuireError('validation', `A public key begins with ${PUBLIC}: 'quire backup key' makes one.`)
  return createPublicKey({ key: Buffer.concat([SPKI, bytes]), type: 'spki', format: 'der' })
}

/** Reads a key file, which may contain comments. */
export function readPrivateKey(text: string): KeyObject {
  const line = text.split(/\r?\n/).find((one) => one.trim().startsWith(PRIVATE))
  const bytes = line === undefined ? null : bytesIn(line.trim(), PRIVATE)
  if (!bytes) throw new QuireError('validation', 'This file holds no private key of a backup.')
  return createPrivateKey({ key: Buffer.concat([PKCS8, bytes]), type: 'pkcs8', format: 'der' })
}

export function rawPublic(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' }).subarray(SPKI.length)
}

/** The shared secret of two keys (X25519). */
export function sharedKey(own: KeyObject, other: KeyObject, ephemeral: Buffer, recipient: Buffer): Buffer {
  const shared = diffieHellman({ privateKey: own, publicKey: other })
  return Buffer.from(hkdfSync('sha256', shared, Buffer.concat([ephemeral, recipient]), 'quire backup x25519', 32))
}

export function publicFromRaw(bytes: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI, bytes]), type: 'spki', format: 'der' })
}

const derive = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  length: number,
  options: { readonly N: number; readonly r: number; readonly p: number; readonly maxmem: number },
) => Promise<Buffer>

export async function keyOfPassphrase(passphrase: string, salt: Buffer, cost: number): Promise<Buffer> {
  if (!Number.isInteger(cost) || cost < 14 || cost > MOST_SCRYPT_COST)
    throw new QuireError(
      'validation',
      'The header of the backup demands an implausible amount of work for its passphrase.',
    )
  const N = 2 ** cost
  return derive(passphrase.normalize('NFC'), salt, 32, { N, r: 8, p: 1, maxmem: 2 * 128 * N * 8 })
}
