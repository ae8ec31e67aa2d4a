import { QuireError, type Runtime } from '@quirecms/core/feature'

/** WebAuthn relying party: the domain that passkeys are bound to, and the origin that may use them. */
export interface RelyingParty {
  readonly id: string
  /** Null for localhost on any port. */
  readonly origin: string | null
}

/** Taken from the configured public address, never from a request. Without it, passkeys work on localhost only. */
export function relyingParty({ publicUrl }: Pick<Runtime, 'publicUrl'>): RelyingParty {
  if (publicUrl === null) return { id: 'localhost', origin: null }
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

const OF_THIS_MACHINE = /^http:\/\/localhost(?::\d{1,5})?$/

/** The origin that a response must have. On localhost, any port is accepted. */
export function expectedOrigin({ origin }: RelyingParty, clientDataJson: string): string {
  if (origin !== null) return origin
  const said = originIn(clientDataJson)
  if (typeof said !== 'string' || !OF_THIS_MACHINE.test(said))
    throw new QuireError('invalid_credentials', 'This passkey was not used for this service.')
  return said
}

function originIn(clientDataJson: string): unknown {
  try {
    return (JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as { origin?: unknown } | null)?.origin
  } catch {
    return undefined
  }
}

export function nameOfService(runtime: Pick<Runtime, 'publicUrl'>): string {
  return relyingParty(runtime).id
}
