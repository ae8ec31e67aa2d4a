import { createHash, randomBytes } from 'node:crypto'

/** 256 bits of randomness. */
export function newToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url')
}

/**
 * What is stored of a token. Tokens are looked up by it, so that no comparison of the secret itself can be timed, and whoever reads
 * the database cannot use it.
 */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
