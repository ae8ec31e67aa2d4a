import { createHash } from 'node:crypto'
import { audit } from '@quirecms/audit'
import { purge, url as cacheAt } from '@quirecms/purge'
import { createTestApp, type TestApp } from '@quirecms/testkit'
import { webhooks } from '@quirecms/webhooks'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { everything } from '../../http/sdk/everything.ts'
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
/** A mailer that sends nothing. */
const NOWHERE = { resolve: () => Promise.reject(new Error('There is no network here.')), isAllowed: () => false }

interface Row {
  readonly plugin: string
  readonly name: string
  readonly method: string
  readonly path: string
  readonly takesBody: boolean
}

describe('every operation of a plugin checks the scopes of a key', () => {
  let test: TestApp<typeof config>
  let cookie: string
  beforeAll(async () => {
    test = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl'), network: NOWHERE })
    const { id: userId, email } = await makeUser(test, { name: 'Ada' })
    // As after the confirmation mail.
    const verifiedAddress = createHash('sha256').update(email).digest('base64url')
    const owner = { collection: 'users', userId }
    await test.app.storage.transaction(({ records }) => records.update('credentials', owner, { verifiedAddress }))
    cookie = (await signedIn(test, email)).cookie
  })
  afterAll(() => test.close())

  /** Result of a call with a key of these scopes. */
  async function said({ method, path, takesBody }: Row, scopes: object): Promise<string> {
    const headers = { cookie, origin: 'http://localhost' }
    const made = await test.request('POST', '/api/auth/api-keys', { headers, body: { name: 'k', scopes } })
    expect(made.status, made.text).toBe(201)
    const { status, text } = await test.request(method, path, {
      headers: { authorization: `Bearer ${made.body.key as string}` },
      ...(takesBody && { body: {} }),
    })
    await test.request('DELETE', `/api/auth/api-keys/${made.body.doc.id as string}`, { headers })
    return status === 403 && text.includes('This key may not') ? 'out of scope' : 'in scope'
  }

  /** All operations of a plugin. */
  function served(): Row[] {
    return Object.values(test.app.manifest.service.operations).flatMap(({ name, endpoint, body }) => {
      const { base = '', method, path } = endpoint
      if (!base.startsWith(BASE)) return []
      return [
        {
          plugin: base.slice(BASE.length),
          name,
          method,
          path: `/api/${base}${path.replaceAll(/\{\w+\}/g, ID)}`,
          takesBody: body?.kind === 'schema',
        },
      ]
    })
  }

  it('of webhooks, purges and the audit log', async () => {
    const rows = served()
    expect([...new Set(rows.map(({ plugin }) => plugin))].toSorted()).toEqual(['audit', 'purge', 'webhooks'])
    for (const row of rows) {
      const { plugin, name } = row
      const others = rows.filter((one) => one.plugin === plugin && one.name !== name).map((one) => one.name)
      const elsewhere = rows.find((one) => one.plugin !== plugin)?.plugin ?? ''
      const outcomes = {
        ofDocuments: await said(row, { collections: { '*': ['*'] }, globals: { '*': ['*'] } }),
        ofOthers: await said(row, { plugins: { [plugin]: others, [elsewhere]: ['*'] } }),
        ofAllOthers: await said(row, { plugins: { '*': ['*'], [plugin]: [] } }),
        byName: await said(row, { plugins: { [plugin]: [name] } }),
        ofPlugin: await said(row, { plugins: { [plugin]: ['*'] } }),
        ofAll: await said(row, { plugins: { '*': ['*'] } }),
      }
      expect({ plugin, name, ...outcomes }).toEqual({
        plugin,
        name,
        ofDocuments: 'out of scope',
        ofOthers: 'out of scope',
        ofAllOthers: 'out of scope',
        byName: 'in scope',
        ofPlugin: 'in scope',
        ofAll: 'in scope',
      })
    }
  })
})
