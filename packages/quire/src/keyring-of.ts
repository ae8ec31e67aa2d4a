import { ConfigurationError, type Keyring, keyringProblem, openKeyring } from '@quirecms/core'

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
