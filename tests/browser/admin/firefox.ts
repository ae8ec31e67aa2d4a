import { existsSync } from 'node:fs'
import { type Browser, firefox } from 'playwright-core'

/** Usual paths of Firefox. The packages of npm download one from elsewhere. */
const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']

/** Path of a Firefox for the tests, or null. `QUIRE_FIREFOX` names one; if it is empty, there is none. */
export function findFirefox(): string | null {
  return process.env['QUIRE_FIREFOX'] ?? PLACES.find((place) => existsSync(place)) ?? null
}

export function isFirefox(path: string): boolean {
  return path.toLowerCase().includes('firefox')
}

interface Session {
  send(this: Session, method: string, params?: object): Promise<unknown>
}

/** An ordinary Firefox, driven with WebDriver BiDi. */
export async function startFirefox(path: string): Promise<Browser> {
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: path })
  const { _connection: connection } = browser as unknown as {
    readonly _connection: { toImpl(of: Browser): { readonly _browserSession: Session } }
  }
  forgive(Object.getPrototypeOf(connection.toImpl(browser)._browserSession) as Session)
  return browser
}

/**
 * Playwright sends colour schemes, screens and more to every context. An ESR release may not know a command yet; such
 * errors are ignored.
 */
function forgive(session: Session): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with the session that it was called on
  const { send } = session
  session.send = async function (method, params) {
    try {
      return await send.call(this, method, params)
    } catch (error) {
      if (method.startsWith('emulation.') && String(error).includes('unknown command')) return {}
      throw error
    }
  }
}
