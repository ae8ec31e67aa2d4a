import { queryClient } from './query-client.ts'
import { setReachable } from './use-online.ts'

const EVERY_MS = 1000

interface Start {
  /** Changes with every start of the service. */
  readonly start: string
  /** The version of the page that this is. */
  readonly page: string
}

/**
 * Follows `quire dev`, which starts the service anew whenever the configuration changes: what is open shows the new
 * fields, and keeps what is typed. Where the page itself has changed, it is loaded anew; edits are kept on the device.
 */
export function followDevelopment(address: string, onChange: () => void): void {
  let known: Start | undefined
  const look = async () => {
    const found = await ask(address)
    setReachable(found !== undefined)
    if (found && known && found.page !== known.page) location.reload()
    if (found && known && found.start !== known.start) {
      await queryClient.invalidateQueries({ predicate: isOfSchema })
      onChange()
    }
    known = found ?? known
    setTimeout(() => void look(), EVERY_MS)
  }
  void look()
}

async function ask(address: string): Promise<Start | undefined> {
  try {
    const response = await fetch(address, { cache: 'no-store' })
    return response.ok ? ((await response.json()) as Start) : undefined
  } catch {
    return undefined
  }
}

/** The schema and the capabilities. Content stays cached. */
function isOfSchema({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean {
  return queryKey[0] === 'schema' || queryKey.includes('access')
}
