import { describeEachDatabase } from '@quirecms/testkit'
import { collection, f } from 'quirecms'
import { expect, it } from 'vitest'
import { access, evolving, pendingSteps } from './evolving.ts'

const localization = { locales: ['en', 'de'], defaultLocale: 'en' }

const block = (blockType: string, id: string, data: object) => ({ type: 'block', attrs: { id, blockType, data } })
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const doc = (...content: object[]) => ({ type: 'doc', content })

describeEachDatabase('changed blocks in rich texts (%s)', (dialect) => {
  const database = evolving(dialect)

  it('move with their names, and with those of their fields', async () => {
    const open = (blocks: object, people = 'people', renamed: object = {}) =>
      database.open({
        collections: {
          [people]: collection({ fields: { name: f.text() }, access, ...renamed }),
          posts: collection({ fields: { body: f.richText({ blocks: { ...blocks } }) }, access, versions: true }),
        },
      })
    const inner = (fields: object) => f.richText({ blocks: { deep: { fields: { ...fields } } } })
    const first = await open({
      quote: { fields: { text: f.text(), by: f.relationship({ to: ['people'] }), inner: inner({ a: f.text() }) } },
    })
    const { id: by } = await first.local.collections.people.create({ name: 'Ann' })
    const author = { relationTo: 'people', value: by }
    const deep = doc(block('deep', 'd', { a: 'deep' }))
    const body = doc({
      type: 'blockquote',
      content: [block('quote', 'q', { text: 'To be', by: author, inner: deep }), paragraph('x')],
    })
    const { id } = await first.local.collections.posts.create({ body })
    const second = await open(
      {
        citation: {
          renamedFrom: 'quote',
          fields: {
            words: f.text({ renamedFrom: 'text' }),
            by: f.relationship({ to: ['humans'] }),
            inner: inner({ b: f.text({ renamedFrom: 'a' }) }),
          },
        },
      },
      'humans',
      { renamedFrom: 'people' },
    )
    expect(await pendingSteps(second)).toEqual([])
    const moved = doc({
      type: 'blockquote',
      content: [
        block('citation', 'q', {
          words: 'To be',
          by: { relationTo: 'humans', value: by },
          inner: doc(block('deep', 'd', { b: 'deep' })),
        }),
        paragraph('x'),
      ],
    })
    const { posts, humans } = second.local.collections
    expect((await posts.findOne(id)).body).toEqual(moved)
    expect((await posts.version(id, 1)).data.body).toEqual(moved)
    expect((await humans.references(by)).docs).toMatchObject([{ id, field: 'body.citation.by' }])
  })

  it('stay hidden until a step drops them', async () => {
    const quote = { fields: { text: f.text(), note: f.text() } }
    const image = { fields: { alt: f.text() } }
    const first = await database.posts({ body: f.richText({ blocks: { quote, image } }) })
    const { id } = await first.local.collections.posts.create({
      body: doc(
        paragraph('a'),
        block('image', 'i', { alt: 'none' }),
        block('quote', 'q', { text: 'To be', note: 'kept' }),
        { type: 'blockquote', content: [block('image', 'j', { alt: 'deep' })] },
      ),
    })
    const second = await database.posts({ body: f.richText({ blocks: { quote: { fields: { text: f.text() } } } }) })
    const { posts } = second.local.collections
    const seen = doc(paragraph('a'), block('quote', 'q', { text: 'To be' }), {
      type: 'blockquote',
      content: [{ type: 'paragraph' }],
    })
    expect((await posts.findOne(id)).body).toEqual(seen)
    await posts.update(id, { body: doc(block('quote', 'q', { text: 'Not to be' }), paragraph('b')) })
    expect(JSON.stringify(await posts.findOne(id))).not.toMatch(/image|note/)
    // Without any blocks, too.
    const third = await database.posts({ body: f.richText() })
    expect((await third.local.collections.posts.findOne(id)).body).toEqual(doc(paragraph('b')))
    await third.local.collections.posts.update(id, { body: doc(paragraph('c')) })
    const fourth = await database.posts({ body: f.richText({ blocks: { quote, image } }) })
    const { body } = await fourth.local.collections.posts.findOne(id)
    const found = JSON.stringify(body)
    for (const kept of ['"alt":"none"', '"alt":"deep"', '"note":"kept"', '"text":"Not to be"', '"text":"c"'])
      expect(found).toContain(kept)
    const fifth = await database.posts({ body: f.richText({ blocks: { quote } }) })
    const steps = await pendingSteps(fifth)
    expect(steps).toEqual(['drop block posts.body.image: 2 rows !'])
  })

  it('keep their translations', async () => {
    const open = (text: object, note: object) =>
      database.open({
        localization,
        collections: {
          posts: collection({
            fields: { body: f.richText({ blocks: { quote: { fields: { note: f.text(note) } } }, ...text }) },
            access,
          }),
        },
      })
    const first = await open({}, { localized: true })
    const { id } = await first.local.collections.posts.create(
      { body: doc(block('quote', 'q', { note: { en: 'hello', de: 'hallo' } })) },
      { locale: 'all' },
    )
    const second = await open({ localized: true }, { localized: true })
    const inEach = { en: doc(block('quote', 'q', { note: 'hello' })), de: doc(block('quote', 'q', { note: 'hallo' })) }
    expect((await second.local.collections.posts.findOne(id, { locale: 'all' })).body).toEqual(inEach)
    await second.local.collections.posts.update(id, { body: inEach.en }, { locale: 'de' })
    const third = await open({}, { localized: true })
    expect((await third.local.collections.posts.findOne(id, { locale: 'all' })).body).toEqual(
      doc(block('quote', 'q', { note: { en: 'hello', de: 'hello' } })),
    )
  })
})
