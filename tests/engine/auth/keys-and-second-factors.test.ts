import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig } from 'quirecms'
import { expect, it } from 'vitest'
import { me, newcomer, verdict } from './people.ts'

const PUBLIC = 'https://cms.example'
let isDemanded = false

const config = defineConfig({
  server: { publicUrl: PUBLIC, rateLimit: false },
  collections: {
    users: collection({
      fields: {},
      auth: { apiKeys: true, passkeys: { rpName: 'Tests' }, secondFactor: () => isDemanded },
    }),
  },
})

onEachDatabase('keys of a user who must have a second factor, but has none,', { config }, (app) => {
  it('work as before, and no more can be created', async () => {
    isDemanded = false
    const ann = await newcomer(app())
    const headers = { ...ann.byCookie, origin: PUBLIC }
    const make = () => app().request('POST', '/api/auth/api-keys', { headers, body: { name: 'Program' } })
    const { body } = await make()
    const key = { authorization: `Bearer ${body.key as string}` }
    isDemanded = true
    // The user must set one up first. Programs have no second factor.
    expect(verdict(await app().request('GET', '/api/collections/users', { headers }))).toEqual([403, 'forbidden'])
    expect((await app().request('GET', '/api/collections/users', { headers: key })).status).toBe(200)
    expect((await me(app(), key)).body.user.id).toBe(ann.id)
    expect(verdict(await make())).toEqual([403, 'forbidden'])
    const rotate = `/api/auth/api-keys/${body.doc.id as string}/rotate`
    expect(verdict(await app().request('POST', rotate, { headers }))).toEqual([403, 'forbidden'])
    expect(verdict(await app().request('POST', '/api/auth/passkeys/options', { headers: key }))).toEqual([
      403,
      'forbidden',
    ])
    const keys = await app().app.storage.reader.records.count('api-keys', { userId: ann.id })
    expect(keys).toBe(1)
    isDemanded = false
  })
})
