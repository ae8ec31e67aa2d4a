import { audit } from '@quire/audit'
import { resolveApplication } from '@quire/core'
import { purge, url as cacheAt } from '@quire/purge'
import { type AnyTestApp, createTestApp } from '@quire/testkit'
import { webhooks } from '@quire/webhooks'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { everything } from '../sdk/everything.ts'
import { makeUser, signedIn } from './people.ts'

const secret = `whsec_${Buffer.alloc(32, 'k').toString('base64')}`
const config = {
  ...everything,
  server: { ...everything.server, cacheTags: { header: 'Cache-Tag' } },
  plugins: [
    ...(everything.plugins ?? []),
    webhooks({ endpoints: { all: { url: 'https://example.com/hook', secret } } }),
    audit({}),
    purge({ to: cacheAt({ url: 'https://cache.example.com' }) }),
  ],
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'
const BASE = 'plugins/'

/** Every operation that a plugin serves, below its own key. */
const rows = Object.values(resolveApplication(config).service.operations).flatMap(({ name, endpoint }) => {
  const { base = '', method, path } = endpoint
  if (!base.startsWith(BASE)) return []
  const plugin = base.slice(BASE.length)
  return [{ what: `${plugin}: ${name}`, plugin, name, method, path: `/api/${base}${path.replaceAll(/\{\w+\}/g, ID)}` }]
})

describe('every operation of a plugin asks the scopes of a key', () => {
  let test: AnyTestApp
  let cookie: string
  beforeAll(async () => {
    test = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
    const { email } = await makeUser(test, { name: 'Ada' })
    cookie = (await signedIn(test, email)).cookie
  })
  afterAll(() => test.close())

  /** What is said to a call with a key of these scopes. */
  async function said({ method, path }: (typeof rows)[number], scopes: object): Promise<string> {
    const headers = { cookie, origin: test.url }
    const made = await test.request('POST', '/api/auth/api-keys', { headers, body: { name: 'k', scopes } })
    expect(made.status, made.text).toBe(201)
    const { status, text } = await test.request(method, path, {
      headers: { authorization: `Bearer ${made.body.key as string}` },
      ...(method !== 'GET' && { body: {} }),
    })
    await test.request('DELETE', `/api/auth/api-keys/${made.body.doc.id as string}`, { headers })
    return status === 403 && text.includes('This key may not') ? 'out of scope' : 'in scope'
  }

  it('of webhooks, purges and the audit log', () => {
    expect([...new Set(rows.map(({ plugin }) => plugin))].toSorted()).toEqual(['audit', 'purge', 'webhooks'])
  })

  it.each(rows)('$what', async (row) => {
    const { plugin, name } = row
    const others = rows.filter((one) => one.plugin === plugin && one.name !== name).map((one) => one.name)
    const elsewhere = rows.find((one) => one.plugin !== plugin)?.plugin ?? ''
    // Whatever it may do with documents, and with other plugins.
    expect(await said(row, { collections: { '*': ['*'] }, globals: { '*': ['*'] } })).toBe('out of scope')
    expect(await said(row, { plugins: { [plugin]: others, [elsewhere]: ['*'] } })).toBe('out of scope')
    expect(await said(row, { plugins: { '*': ['*'], [plugin]: [] } })).toBe('out of scope')
    for (const plugins of [{ [plugin]: [name] }, { [plugin]: ['*'] }, { '*': ['*'] }])
      expect(await said(row, { plugins })).toBe('in scope')
  })
})
