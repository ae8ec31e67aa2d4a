import { hashOfToken, newToken } from '../../../engine/identity/tokens.ts'

const PREFIX = 'qk_'
const SHOWN_CHARACTERS = 8

/** A secret, and what is kept of it: a hash, and as much as tells whoever has several keys which one it is. */
export function newSecret() {
  const key = newToken(PREFIX)
  return { key, kept: { keyHash: hashOfToken(key), prefix: key.slice(0, PREFIX.length + SHOWN_CHARACTERS) } }
}
