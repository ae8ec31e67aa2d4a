import { type AnyTestApp, must } from '@quirecms/testkit'
import type { TestProvider } from './identity-provider.ts'
import { freshAddress } from './people.ts'

export const PUBLIC = 'https://cms.example'

export interface Came {
  readonly location: string
  /** The resulting session; null if the sign-in failed. */
  readonly session: { readonly cookie: string } | null
}

/** Users at a provider, each with a browser that keeps the provider's cookies. */
export class Visitors {
  readonly #provider: TestProvider
  readonly #browsers = new Map<string, Map<string, string>>()

  constructor(provider: TestProvider) {
    this.#provider = provider
  }

  newPerson(more: Readonly<Record<string, unknown>> = {}): string {
    const sub = `visitor-${this.#provider.people.size}`
    this.#provider.people.set(sub, { sub, email: freshAddress(sub), email_verified: true, ...more })
    return sub
  }

  async signIn(test: AnyTestApp, key: string, sub: string, query = ''): Promise<Came> {
    const start = `${test.url}/api/auth/users/providers/${key}/start${query}`
    const started = await fetch(start, { redirect: 'manual' })
    const cookie = must(started.headers.getSetCookie()[0]?.split(';')[0], 'cookie')
    return this.finish(test, must(started.headers.get('location'), 'location'), cookie, sub)
  }

  /** Continues from an address of the provider, with the cookie of the same browser. */
  async finish(test: AnyTestApp, url: string, cookie: string, sub: string): Promise<Came> {
    const browser = this.#browsers.get(sub) ?? new Map<string, string>()
    this.#browsers.set(sub, browser)
    const callback = await this.#provider.visit(url, sub, browser)
    const response = await fetch(test.url + callback.slice(PUBLIC.length), { redirect: 'manual', headers: { cookie } })
    const session = response.headers.getSetCookie().find((one) => one.startsWith('service_session='))
    return {
      location: response.headers.get('location') ?? '',
      session: session === undefined ? null : { cookie: must(session.split(';')[0], 'session') },
    }
  }
}
