import { createHash, randomBytes } from 'node:crypto'

/** 256 bits of randomness. */
export function newToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url')
}

/**
 * The stored hash of a token. Tokens are looked up by hash, so that comparing reveals nothing by timing, and a reader
 * of the database cannot use it.
 */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
