import { ConfigurationError, type Keyring, keyringProblem, openKeyring } from '@quirecms/core'

/**
 * The keys of `QUIRE_SECRET`; null where there are none. `needs` says what can't be without them, by its place in the configuration:
 * commands can, as they neither seal nor open anything.
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
