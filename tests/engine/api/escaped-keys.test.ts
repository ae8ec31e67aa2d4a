import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true
const config = defineConfig({
  collections: {
    notes: collection({
      fields: { title: f.text(), data: f.json() },
      access: { read: everybody, create: everybody, update: everybody, delete: everybody },
    }),
  },
})

/** Keys that V8's JSON.parse mixes up after it has parsed the first of them. */
const KEYS = ['\\', '"', '\n', '\u0001', '\\\\', 'a\\', 'a"', 'a\n', 'é"', '\u2028"'] as const

onEachDatabase('escaped keys in JSON', { config }, (app, dialect) => {
  const post = (body: string) => app().request('POST', '/api/collections/notes', { body })

  it('are stored as they were sent, whatever was sent before', { tags: ['release'] }, async () => {
    for (const [index, poison] of KEYS.entries()) {
      // Keys are mixed up on input, so one key is enough on PostgreSQL.
      for (const key of dialect === 'sqlite' ? KEYS : KEYS.slice(index, index + 1)) {
        const data = { h: 1, [poison]: 2 }
        expect((await post(JSON.stringify({ title: 'poison', data }))).body.doc.data).toEqual(data)
        const created = await post(JSON.stringify({ title: 'x', data: { h: 1, [key]: 2 } }))
        expect(created.body.doc.data).toEqual({ h: 1, [key]: 2 })
        const path = `/api/collections/notes/${created.body.doc.id}`
        const changed = await app().request('PATCH', path, { body: { title: 'y' } })
        expect(changed.body.doc.data).toEqual({ h: 1, [key]: 2 })
        expect((await app().request('GET', path)).body.doc.data).toEqual({ h: 1, [key]: 2 })
      }
    }
  })

  it('are duplicates of the same key without escapes', async () => {
    await post('{"title":"x","data":{"h":1,"\\\\":2}}')
    const { status, body } = await post('{"title":"x","data":{"h":1,"\\u0068":2}}')
    expect([status, body.error.code]).toEqual([400, 'invalid_json'])
  })

  it('name only what they spell', async () => {
    await post('{"title":"x","\\\\":2}')
    expect((await post('{"\\u0074itle":"spelled"}')).body.doc.title).toBe('spelled')
    expect((await post('{"title":"x","\\u0061":2}')).body.error.issues).toMatchObject([
      { code: 'unknown_field', path: 'a' },
    ])
  })
})
