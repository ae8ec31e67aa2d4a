import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'

const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }
const bob = { id: '01890000-0000-7000-8000-00000000000b', collection: 'users' }
const everybody = () => true

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    tags: collection({ fields: { name: f.text() }, access: { read: everybody } }),
    posts: collection({
      fields: {
        kind: f.select({ options: ['news', 'story'] }),
        words: f.text({ many: true }),
        views: f.number(),
        open: f.checkbox(),
        day: f.date({ only: 'day' }),
        tag: f.relationship({ to: 'tags' }),
        about: f.relationship({ to: ['tags', 'posts'] }),
        rows: f.array({ fields: { label: f.text() } }),
        title: f.text({ localized: true }),
        place: f.point(),
        owner: f.text({ default: 'everybody' }),
        secret: f.text({ access: { read: () => false } }),
        inner: f.text({ hidden: true }),
      },
      trash: true,
      versions: { drafts: true },
      access: {
        read: ({ actor }) => actor?.id === bob.id || { owner: { equals: 'everybody' } },
        readDrafts: ({ actor }) => actor?.id === bob.id,
        delete: ({ actor }) => actor?.id === bob.id,
      },
    }),
    closed: collection({ fields: { kind: f.text() }, access: { read: () => false } }),
  },
})

interface Answer {
  values: { value: unknown; count: number }[]
  truncated: boolean
  error?: { code: string; issues: { code: string; path: string }[] }
}

onEachDatabase('the distinct values of a field', { config, actors: { ann, bob } }, (app) => {
  const all = () => app().app.local.asSystem().collections
  const post = (data: object) => all().posts.create(data, { publish: true })
  const ask = async (query: string, as: 'ann' | 'bob' = 'ann', slug = 'posts') => {
    const { status, text } = await app().request('GET', `/api/collections/${slug}/distinct?${query}`, { as })
    return { status, ...(JSON.parse(text) as Answer) }
  }
  const valuesOf = async (...query: Parameters<typeof ask>) =>
    (await ask(...query)).values.map(({ value, count }) => [value, count])

  let tag = ''

  beforeEach(async () => {
    tag = (await all().tags.create({ name: 'T' })).id
    await post({ kind: 'news', words: ['a', 'b'], views: 3, open: true, day: '2026-01-02', tag, title: 'One' })
    await post({ kind: 'news', words: ['b'], views: 1.5, about: { relationTo: 'tags', value: tag } })
    await post({ kind: 'story', rows: [{ label: 'x' }, { label: 'x' }] })
    await post({ kind: null, owner: 'nobody', views: 9 })
  })

  it('include the number of documents that the caller may read', async () => {
    expect(await ask('field=kind')).toEqual({
      status: 200,
      values: [
        { value: 'news', count: 2 },
        { value: 'story', count: 1 },
      ],
      truncated: false,
    })
    expect(await valuesOf('field=kind', 'bob')).toEqual([
      ['news', 2],
      [null, 1],
      ['story', 1],
    ])
    expect(await valuesOf(`field=kind&where=${JSON.stringify({ words: { equals: 'b' } })}`)).toEqual([['news', 2]])
    expect(await all().posts.distinct({ field: 'views', limit: 2 })).toEqual({
      values: [
        { value: null, count: 1 },
        { value: 1.5, count: 1 },
      ],
      truncated: true,
    })
  })

  it('exist for every kind of field that can be filtered by', async () => {
    expect(await valuesOf('field=words')).toEqual([
      ['b', 2],
      [null, 1],
      ['a', 1],
    ])
    expect(await valuesOf('field=rows.label')).toEqual([
      [null, 2],
      ['x', 1],
    ])
    expect(await valuesOf('field=open')).toContainEqual([true, 1])
    expect(await valuesOf('field=day')).toContainEqual(['2026-01-02', 1])
    expect(await valuesOf('field=tag')).toContainEqual([tag, 1])
    expect(await valuesOf('field=about')).toContainEqual([{ relationTo: 'tags', value: tag }, 1])
    expect(await valuesOf('field=_status')).toEqual([['published', 3]])
    expect(await valuesOf('field=title&locale=de')).toContainEqual(['One', 1])
    expect(await valuesOf('field=title&locale=de&fallback-locale=false')).toEqual([[null, 3]])
  })

  it('come from the copy that a list shows, and from the trash if requested', async () => {
    const { id } = await post({ kind: 'story', owner: 'everybody' })
    await all().posts.update(id, { kind: 'news' })
    expect(await valuesOf('field=kind')).toEqual([
      ['news', 2],
      ['story', 2],
    ])
    expect(await valuesOf('field=kind', 'bob')).toContainEqual(['news', 3])
    expect(await valuesOf('field=kind&draft=false', 'bob')).toContainEqual(['story', 2])
    await all().posts.delete(id)
    expect(await valuesOf('field=kind&trash=true', 'bob')).toEqual([['news', 1]])
    expect((await ask('field=kind&trash=true')).status).toBe(403)
  })

  it('are refused for fields that the caller could not filter by, with all issues at once', async () => {
    for (const field of ['secret', 'inner', 'nothing', 'rows.nothing', 'constructor', '']) {
      const { status, error } = await ask(`field=${field}`)
      expect([status, error?.code], field).toEqual([400, 'invalid_query'])
    }
    expect((await ask('field=secret')).error?.issues).toMatchObject([{ code: 'unknown_field', path: 'field.secret' }])
    for (const field of ['place', 'rows', 'tag.name'])
      expect((await ask(`field=${field}`)).error?.issues, field).toMatchObject([{ code: 'type' }])
    expect((await ask('')).error?.issues).toMatchObject([{ code: 'required', path: 'field' }])
    const { error } = await ask(`field=nothing&limit=1001&where=${JSON.stringify({ nowhere: { equals: 1 } })}&page=1`)
    expect(error?.issues.map(({ path }) => path).toSorted()).toEqual([
      'field.nothing',
      'limit',
      'page',
      'where.nowhere',
    ])
    const missing = await ask(`limit=0&where=${JSON.stringify({ nowhere: { equals: 1 } })}`)
    expect(missing.error?.issues.map(({ path }) => path).toSorted()).toEqual(['field', 'limit', 'where.nowhere'])
    expect((await ask('field=kind', 'ann', 'closed')).status).toBe(403)
    expect((await ask('field=nothing', 'ann', 'closed')).status, 'nothing is told of a closed collection').toBe(403)
  })
})
