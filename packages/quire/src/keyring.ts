import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { ConfigurationError, QuireError } from '@quirecms/core'
import type { Keyring } from '@quirecms/features/services'

/**
 * Validates the text of a keyring; null if it is valid. Messages never repeat the text, because it may hold a secret.
 */
export function keyringProblem(text: string): string | null {
  const entries = entriesOf(text)
  const isSound = entries.every(({ name, secret }) => NAME.test(name) && secret.length >= SHORTEST)
  if (!isSound || entries.length > MOST_KEYS)
    return `must be a text of ${SHORTEST} characters or more, or a list of them with names, newest first: v2:…,v1:…`
  const names = new Set(entries.map(({ name }) => name))
  return names.size < entries.length ? 'must give each key a different name: v2:…,v1:…' : null
}

/** Opens a keyring such as `v2:…,v1:…`: the first key encrypts, all decrypt. A text without a name is `v1`. */
export function openKeyring(text: string): Keyring {
  const problem = keyringProblem(text)
  if (problem !== null) throw new QuireError('internal', `QUIRE_SECRET ${problem}`)
  const entries = entriesOf(text)
  const keys = new Map(entries.map(({ name, secret }) => [name, deriveKey(secret)]))
  const newest = entries[0]?.name ?? ''
  return {
    seal: (plain, about) => seal(newest, keys.get(newest) as Buffer, plain, about),
    open(sealed, about) {
      const key = keys.get(nameOf(sealed))
      if (!key)
        throw new QuireError(
          'internal',
          `QUIRE_SECRET has no key "${nameOf(sealed)}", with which stored data is encrypted.`,
        )
      return unseal(key, sealed, about)
    },
    isCurrent: (sealed) => nameOf(sealed) === newest,
  }
}

const NAME = /^[a-z0-9]{1,16}$/
const SHORTEST = 32
const MOST_KEYS = 16
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

function entriesOf(text: string): readonly { readonly name: string; readonly secret: string }[] {
  return text.split(',').map((entry) => {
    const colon = entry.indexOf(':')
    return colon < 0
      ? { name: 'v1', secret: entry.trim() }
      : { name: entry.slice(0, colon).trim(), secret: entry.slice(colon + 1).trim() }
  })
}

/** Derives a 256-bit key from a secret of any form. The info string separates it from other keys of the same secret. */
function deriveKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'quire keyring', 32))
}

/** name + '.' + base64url(iv, ciphertext, tag) */
function seal(name: string, key: Buffer, text: string, about: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(about))
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${name}.${sealed.toString('base64url')}`
}

function unseal(key: Buffer, sealed: string, about: string): string {
  const bytes = Buffer.from(sealed.slice(nameOf(sealed).length + 1), 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) throw notOpened()
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    throw notOpened()
  }
}

function notOpened(): QuireError {
  return new QuireError(
    'internal',
    'A stored secret does not decrypt: QUIRE_SECRET has changed, or the secret belongs to another record.',
  )
}

function nameOf(sealed: string): string {
  return sealed.slice(0, Math.max(0, sealed.indexOf('.')))
}

/**
 * The keyring of `QUIRE_SECRET`; null if unset. `needs` lists the places in the configuration that require it; commands
 * start without.
 */
export function keyringOf(text: string | undefined, needs: readonly string[]): Keyring | null {
  if (!text) {
    if (needs.length === 0) return null
    const message =
      'needs QUIRE_SECRET in the environment, a random text of 32 characters or more: openssl rand -base64 32'
    throw new ConfigurationError(needs.map((place) => ({ place, message })))
  }
  const problem = keyringProblem(text)
  if (problem !== null) throw new ConfigurationError([{ place: 'QUIRE_SECRET', message: problem }])
  return openKeyring(text)
}
