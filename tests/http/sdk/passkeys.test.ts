import { createClient } from '@quirecms/sdk'
import { createTestApp } from '@quirecms/testkit'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Authenticator } from '../../engine/auth/authenticator.ts'
import { PASSWORD } from '../../engine/auth/people.ts'
import { everything } from './everything.ts'

const HERE = { origin: 'http://localhost' }

/** Simulates a browser with our passkey. */
function inBrowser(passkey: Authenticator): void {
  const parse = (options: object) => ({ parsed: options })
  vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: parse, parseCreationOptionsFromJSON: parse })
  vi.stubGlobal('navigator', {
    credentials: {
      create: async ({ publicKey }: { publicKey: { parsed: never } }) => ({
        toJSON: () => passkey.make(publicKey.parsed, HERE),
      }),
      get: async ({ publicKey }: { publicKey: { parsed: never } }) => ({
        toJSON: () => passkey.use(publicKey.parsed, HERE),
      }),
    },
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
}

it('the client creates a passkey in a browser, and signs in with it', async () => {
  const app = await createTestApp(everything)
  onTestFinished(() => app.close())
  const email = 'ann@example.com'
  const client = createClient<typeof everything>({ baseUrl: app.url })
  // The first user of an application needs no permission.
  await client.auth.users.createUser({ data: { email, name: 'Ann' }, password: PASSWORD })
  await expect(client.auth.users.passkeyLogin()).rejects.toMatchObject({ code: 'invalid_request' })
  inBrowser(new Authenticator())
  const { token } = await client.auth.users.login({ email, password: PASSWORD })
  const mine = client.with({ token })
  const made = await mine.account.passkeys.add({ name: 'Laptop' })
  expect(made).toMatchObject({ name: 'Laptop', isBackedUp: false })
  expect((await mine.account.passkeys.list()).docs).toEqual([made])
  const refused = client.auth.users.login({ email, password: PASSWORD })
  await expect(refused).rejects.toMatchObject({ code: 'second_factor', challenge: { methods: ['passkey'] } })
  const { user, token: another } = await client.auth.users.passkeyLogin()
  expect(user.email).toBe(email)
  expect((await client.with({ token: another }).account.me()).session?.factors).toEqual(['passkey'])
  expect(() => (mine.account.passkeys as unknown as Record<string, unknown>)['nothing']).toThrow('Available: ')
})
