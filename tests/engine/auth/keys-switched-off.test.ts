import { createTestApp, describeEachDatabase } from '@quirecms/testkit'
import { collection, createApp, createLogger, defineConfig, f } from 'quirecms'
import { expect, inject, it, onTestFinished } from 'vitest'
import { makeUser, signedIn } from './people.ts'

const users = (apiKeys: boolean) => collection({ auth: { apiKeys }, fields: { name: f.text() } })

describeEachDatabase('API keys from before `apiKeys: false` (%s)', (dialect) => {
  it('no longer work in the same database', async () => {
    const before = defineConfig({ collections: { users: users(true) } })
    const test = await createTestApp(before, { dialect, postgresUrl: inject('postgresUrl') })
    onTestFinished(() => test.close())
    const { email } = await makeUser(test)
    const { byCookie } = await signedIn(test, email)
    const made = await test.request('POST', '/api/auth/api-keys', { body: { name: 'Deploy' }, headers: byCookie })
    const headers = { authorization: `Bearer ${String(made.body.key)}` }
    expect((await test.request('GET', '/api/auth/me', { headers })).status).toBe(200)

    const after = await createApp(
      { collections: { users: users(false) }, database: test.database, server: { drain: 0, rateLimit: false } },
      { log: createLogger({ level: 'silent' }) },
    )
    onTestFinished(() => after.close())
    const url = await after.listen({ port: 0 })
    expect((await fetch(`${url}/api/auth/me`, { headers })).status).toBe(401)
  })
})

const accounts = (service: boolean) =>
  collection({ auth: { apiKeys: true, accounts: { service } }, fields: { name: f.text() } })

describeEachDatabase('keys of service accounts from before `accounts.service: false` (%s)', (dialect) => {
  it('do not work without such accounts, while those of persons still do', async () => {
    const before = defineConfig({ collections: { users: accounts(true) } })
    const test = await createTestApp(before, { dialect, postgresUrl: inject('postgresUrl') })
    onTestFinished(() => test.close())
    const { byCookie } = await signedIn(test, (await makeUser(test)).email)
    const local = test.local.asSystem().users('users')
    const account = (await local.createUser({ data: { name: 'Importer' }, kind: 'service' })) as { id: string }
    const { key } = (await local.createUserApiKey(account.id, { name: 'k' })) as { key: string }
    const own = await test.request('POST', '/api/auth/api-keys', { body: { name: 'k' }, headers: byCookie })
    const [ofAccount, ofPerson] = [key, String(own.body.key)].map((secret) => ({ authorization: `Bearer ${secret}` }))

    const statuses = async (service: boolean) => {
      const app = await createApp(
        { collections: { users: accounts(service) }, database: test.database, server: { drain: 0, rateLimit: false } },
        { log: createLogger({ level: 'silent' }) },
      )
      const url = await app.listen({ port: 0 })
      const ask = async (headers: Record<string, string> = {}) =>
        (await fetch(`${url}/api/auth/me`, { headers })).status
      const answered = [await ask(ofAccount), await ask(ofPerson)]
      await app.close()
      return answered
    }
    expect(await statuses(true)).toEqual([200, 200])
    expect(await statuses(false)).toEqual([401, 200])
    expect(await statuses(true)).toEqual([200, 200])
  })
})
