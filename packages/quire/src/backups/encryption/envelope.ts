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

/** How a backup is encrypted: to a public key, or with a passphrase. */
export type Lock = { readonly publicKey: string } | { readonly passphrase: string }

/** What opens it. Asked for once it is known which of them it takes. */
export interface Openers {
  /**
   * Whether a key or a passphrase was given: then a backup that it does not open is refused, also an unencrypted one.
   */
  readonly isExpected: boolean
  /** The text of a file with a private key. */
  privateKey(): Promise<string>
  passphrase(): Promise<string>
}

/** The first line of every backup that is encrypted. */
export const ENVELOPE = 'quire-backup-encrypted/1'

/** The second is the header, which says how the key of the file is wrapped. Nothing of it is secret. */
type Header =
  | { readonly by: 'x25519'; readonly ephemeral: string; readonly wrapped: string }
  | { readonly by: 'scrypt'; readonly salt: string; readonly cost: number; readonly wrapped: string }

/** Each key wraps one other: the number that must not be used twice can be any. */
const ONCE = new Uint8Array(24)

/** The two lines that a file begins with, and the key that the rest of it is encrypted with. */
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

/** The key of a file whose first two lines these are. */
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

/** Derived from the header as well, so that the header cannot be replaced. */
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
    // The same as one that says something else.
  }
  throw new QuireError('validation', 'The backup is encrypted in a way that this Quire does not know.')
}
