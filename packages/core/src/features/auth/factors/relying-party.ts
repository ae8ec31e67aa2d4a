import { QuireError } from '../../../contracts/errors.ts'
import type { Runtime } from '../../../engine/call.ts'

/** What passkeys are made for: a name that browsers check, and the pages that may ask for them. */
export interface RelyingParty {
  readonly id: string
  /** Null for pages of this machine, at whichever port. */
  readonly origin: string | null
}

/** The configured public address, never one from a request. Without it, the service is for this machine alone. */
export function relyingParty({ publicUrl }: Pick<Runtime, 'publicUrl'>): RelyingParty {
  if (publicUrl === null) return { id: 'localhost', origin: null }
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

const OF_THIS_MACHINE = /^http:\/\/localhost(?::\d{1,5})?$/

/** The origin that a passkey must have answered for. Where that may have any port, the one that it says, as long as it is of this machine. */
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

/** What apps and browsers call the service where nobody has given it a name. */
export function nameOfService(runtime: Pick<Runtime, 'publicUrl'>): string {
  return relyingParty(runtime).id
}
