import { queryClient } from './query-client.ts'
import { setReachable } from './use-online.ts'

const EVERY_MS = 1000

interface Start {
  /** Id of the start of the service. */
  readonly start: string
  /** Version of the loaded page. */
  readonly page: string
}

/**
 * Follows `quire dev`, which restarts the service after each change of the configuration: reads the schema again, and
 * keeps edits. If the page itself has changed, reloads it; edits are stored on the device.
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
