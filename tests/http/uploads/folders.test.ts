import { docOf, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, type RuleArguments } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true
const staffOnly = ({ actor }: RuleArguments) => actor !== null

const config = defineConfig({
  collections: {
    media: collection({
      upload: { folders: true, tags: true },
      fields: { alt: f.text(), hidden: f.checkbox() },
      access: {
        read: ({ actor }) => (actor ? true : { hidden: { not_equals: true } }),
        create: everybody,
        update: staffOnly,
        delete: staffOnly,
      },
    }),
    plain: collection({ upload: true, fields: { folder: f.number() }, access: { read: everybody, create: everybody } }),
  },
})

const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }

onEachDatabase('files in folders, with tags', { config, actors: { ann } }, (app) => {
  const store = (data: object) => {
    const body = new FormData()
    body.set('file', new Blob(['Some text']), 'some.txt')
    body.set('data', JSON.stringify(data))
    return app().request('POST', '/api/collections/media', { body, as: 'ann' })
  }
  const found = async (query: string, as?: string) => {
    const { body } = await app().request('GET', `/api/collections/media${query}`, { as })
    return body.docs.map(({ alt }: { alt: string }) => alt)
  }

  it('are written with the file or later, and found by folder and tag', async () => {
    const doc = docOf(await store({ alt: 'a', folder: 'press', tags: ['blue', 'red'] }))
    expect(doc).toMatchObject({ folder: 'press', tags: ['blue', 'red'] })
    await store({ alt: 'b', folder: 'press/2030 spring', tags: ['red'] })
    await store({ alt: 'c', folder: 'pressed' })
    const loose = docOf(await store({ alt: 'd' }))
    expect(loose).toMatchObject({ folder: null, tags: [] })
    const inside = { or: [{ folder: { equals: 'press' } }, { folder: { starts_with: 'press/' } }] }
    expect(await found(`?sort=alt&where=${encodeURIComponent(JSON.stringify(inside))}`)).toEqual(['a', 'b'])
    expect(await found('?sort=alt&where={"tags":{"contains":"red"}}')).toEqual(['a', 'b'])
    expect(await found('?where={"folder":{"exists":false}}')).toEqual(['d'])
    const moved = await app().request('PATCH', `/api/collections/media/${loose.id}`, {
      as: 'ann',
      body: { folder: 'archive', tags: { append: ['old'] } },
    })
    expect(docOf(moved)).toMatchObject({ folder: 'archive', tags: ['old'], url: loose['url'] })
  })

  it('refuse invalid paths', async () => {
    for (const folder of ['/press', 'press/', 'a//b', ' a', 'a ', 'a/ b', '', 'x'.repeat(201)]) {
      const { status, body } = await store({ folder })
      expect([folder, status, body.error.issues[0].path]).toEqual([folder, 422, 'data.folder'])
    }
    expect((await store({ tags: [''] })).status).toBe(422)
  })

  it('list existing folders and tags, without those of files that the caller may not read', async () => {
    await store({ alt: 'a', folder: 'press', tags: ['red'] })
    await store({ alt: 'b', folder: 'secret', tags: ['black'], hidden: true })
    const values = async (field: string, as?: string) => {
      const { body } = await app().request('GET', `/api/collections/media/distinct?field=${field}`, { as })
      return body.values.map(({ value }: { value: string }) => value).toSorted()
    }
    expect(await values('folder', 'ann')).toEqual(['press', 'secret'])
    expect(await values('folder')).toEqual(['press'])
    expect(await values('tags')).toEqual(['red'])
  })

  it('are fields only of those collections', async () => {
    const { body } = await app().request('GET', '/api/schema')
    const { media, plain } = body.manifest.collections
    const names = (entity: { fields: { name: string; type: string }[] }) =>
      entity.fields.map(({ name, type }) => `${name}: ${type}`)
    expect(names(media)).toEqual(expect.arrayContaining(['folder: text', 'tags: text']))
    // An application may have a field of that name.
    expect(names(plain)).toContain('folder: number')
    expect(names(plain)).not.toContain('tags: text')
  })
})
