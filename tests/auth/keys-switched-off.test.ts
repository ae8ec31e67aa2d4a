import { createTestApp, DIALECTS } from '@quire/testkit'
import { collection, createApp, createLogger, defineConfig, f } from 'quire'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { makeUser, signedIn } from './people.ts'

const users = (apiKeys: boolean) => collection({ auth: { apiKeys }, fields: { name: f.text() } })

describe.each(DIALECTS)('API keys that were made before `apiKeys: false` (%s)', (dialect) => {
  it('open nothing any more, in the same database', async () => {
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
