import { createHash, createPublicKey, generateKeyPairSync, hkdfSync, randomBytes } from 'node:crypto'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { QuireError } from '@quirecms/core'
import {
  keyOfPassphrase,
  publicFromRaw,
  rawPublic,
  readPrivateKey,
  readPublicKey,
  SCRYPT_COST,
  sharedKey,
} from './keys.ts'

/** How a backup is encrypted: for a public key, or with a passphrase. */
export type Lock = { readonly publicKey: string } | { readonly passphrase: string }

/** Provides a key or passphrase on demand, once it is known which is needed. */
export interface Openers {
  /** Whether a key or passphrase was given: then unencrypted backups are refused, too. */
  readonly isExpected: boolean
  privateKey(): Promise<string>
  passphrase(): Promise<string>
}

/** First line of every encrypted backup. */
export const ENVELOPE = 'quire-backup-encrypted/1'

/** The second line: a public header that says how the file key is wrapped. */
type Header =
  | { readonly by: 'x25519'; readonly ephemeral: string; readonly wrapped: string }
  | { readonly by: 'scrypt'; readonly salt: string; readonly cost: number; readonly wrapped: string }

/** A constant nonce is safe, because each wrapping key is used once. */
const ONCE = new Uint8Array(24)

/** Creates the first two lines and the file key. */
export async function seal(lock: Lock): Promise<{ readonly beginning: Buffer; readonly key: Uint8Array }> {
  const fileKey = randomBytes(32)
  const wrap = (key: Uint8Array) => Buffer.from(xchacha20poly1305(key, ONCE).encrypt(fileKey)).toString('base64url')
  const header: Header = 'publicKey' in lock ? forKey(lock.publicKey, wrap) : await forPassphrase(lock.passphrase, wrap)
  const beginning = Buffer.from(`${ENVELOPE}\n${JSON.stringify(header)}\n`)
  return { beginning, key: payloadKey(fileKey, beginning) }
}

function forKey(publicKey: string, wrap: (key: Uint8Array) => string): Header {
  const recipient = readPublicKey(publicKey)
  const own = generateKeyPairSync('x25519')
  const ephemeral = rawPublic(own.publicKey)
  const key = sharedKey(own.privateKey, recipient, ephemeral, rawPublic(recipient))
  return { by: 'x25519', ephemeral: ephemeral.toString('base64url'), wrapped: wrap(key) }
}

async function forPassphrase(passphrase: string, wrap: (key: Uint8Array) => string): Promise<Header> {
  const salt = randomBytes(16)
  const key = await keyOfPassphrase(passphrase, salt, SCRYPT_COST)
  return { by: 'scrypt', salt: salt.toString('base64url'), cost: SCRYPT_COST, wrapped: wrap(key) }
}

/** Unwraps the file key with the first two lines. */
export async function unseal(beginning: Buffer, openers: Openers): Promise<Uint8Array> {
  const header = parseHeader(beginning)
  const key = header.by === 'x25519' ? await byKey(header, openers) : await byPassphrase(header, openers)
  let fileKey: Uint8Array
  try {
    fileKey = xchacha20poly1305(key, ONCE).decrypt(Buffer.from(header.wrapped, 'base64url'))
  } catch (error) {
    const what = header.by === 'x25519' ? 'key' : 'passphrase'
    throw new QuireError('validation', `The backup was not encrypted for this ${what}.`, { cause: error })
  }
  return payloadKey(fileKey, beginning)
}

async function byKey({ ephemeral }: Header & { by: 'x25519' }, openers: Openers): Promise<Uint8Array> {
  const own = readPrivateKey(await openers.privateKey())
  const bytes = Buffer.from(ephemeral, 'base64url')
  return sharedKey(own, publicFromRaw(bytes), bytes, rawPublic(createPublicKey(own)))
}

async function byPassphrase({ salt, cost }: Header & { by: 'scrypt' }, openers: Openers): Promise<Uint8Array> {
  return keyOfPassphrase(await openers.passphrase(), Buffer.from(salt, 'base64url'), cost)
}

/** Derived from the header too, so that the header can't be replaced. */
function payloadKey(fileKey: Uint8Array, beginning: Buffer): Uint8Array {
  const salt = createHash('sha256').update(beginning).digest()
  return new Uint8Array(hkdfSync('sha256', fileKey, salt, 'quire backup payload', 32))
}

function parseHeader(beginning: Buffer): Header {
  try {
    const header = JSON.parse(beginning.toString('utf8').split('\n')[1] ?? '') as Readonly<Record<string, unknown>>
    const isBytes = (name: string, length: number) =>
      typeof header[name] === 'string' && Buffer.from(header[name], 'base64url').length === length
    const isKnown =
      isBytes('wrapped', 48) &&
      (header['by'] === 'x25519'
        ? isBytes('ephemeral', 32)
        : header['by'] === 'scrypt' && isBytes('salt', 16) && typeof header['cost'] === 'number')
    if (isKnown) return header as unknown as Header
  } catch {
    // The same error as for an unknown header.
  }
  throw new QuireError('validation', 'The backup is encrypted in a way that this version of Quire does not support.')
}
