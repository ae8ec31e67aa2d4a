import { hashOfToken, newToken } from '@quirecms/core/feature'

const PREFIX = 'qk_'
const SHOWN_CHARACTERS = 8

/** Creates a secret and its stored form: the hash, and a prefix by which users recognize the key. */
export function newSecret() {
  const key = newToken(PREFIX)
  return { key, kept: { keyHash: hashOfToken(key), prefix: key.slice(0, PREFIX.length + SHOWN_CHARACTERS) } }
}
