// @module-tag release
import { onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { actors, setup } from './newsroom.ts'

const NOTHING = '01890000-0000-7000-8000-0000000000ff'

onEachDatabase('drafts do not leak', setup, (app) => {
  const editor = () => app().app.local.as(actors.editor).collections

  it('into any response to a caller who may not read them', async () => {
    const { articles, topics, notes } = editor()
    const [sea, air] = [(await topics.create({ name: 'Sea' })).id, (await topics.create({ name: 'Air' })).id]
    await topics.publish(sea)
    await topics.publish(air)
    const { id: next } = await articles.create({ title: 'Next', slug: 'next', rank: 1 })
    const { id } = await articles.create({ title: 'Live', slug: 'live', rank: 2, topic: sea, lead: sea, next })
    await articles.publish(next)
    await articles.publish(id)
    const { id: hidden } = await articles.create({ title: 'Hidden', slug: 'hidden', topic: air })
    const { id: note } = await notes.create({ text: 'n', about: id })

    const list = '/api/collections/articles'
    const where = (condition: object) => `where=${encodeURIComponent(JSON.stringify(condition))}`
    const questions: readonly (readonly [string, string, object?])[] = [
      ...[list, `/api/collections/topics`, '/api/collections/notes'].flatMap((path) =>
        ['', '?depth=3', '/count', '?sort=-updatedAt', '?locale=all&depth=1'].map(
          (more) => ['GET', path + more] as const,
        ),
      ),
      ...['title', 'slug', 'rank', 'topic.name', 'next.title', 'follows.title', 'topic.articles.title'].flatMap(
        (path) =>
          [{ exists: true }, { exists: false }].map((test) => ['GET', `${list}?${where({ [path]: test })}`] as const),
      ),
      ['GET', `${list}?${where({ 'topic.name': { equals: 'Ocean' } })}`],
      ['GET', `${list}?${where({ title: { equals: 'Draft' } })}`],
      ['GET', `${list}?${where({ _status: { equals: 'draft' } })}`],
      ['GET', `${list}?${where({ _publishedRevision: { not_equals: 2 } })}`],
      ['GET', `/api/collections/topics?${where({ 'articles.title': { equals: 'Draft' } })}`],
      ['GET', `/api/collections/notes?${where({ 'about.rank': { greater_than: 5 } })}`],
      ...[id, next, hidden, NOTHING].flatMap((one) => [
        ['GET', `${list}/${one}`] as const,
        ['GET', `${list}/${one}?draft=false&depth=2`] as const,
        ['GET', `${list}/${one}?draft=true`] as const,
        ['GET', `${list}/${one}/versions`] as const,
        ['GET', `${list}/${one}/versions/1`] as const,
        ['PATCH', `${list}/${one}`, { title: 'Mine' }] as const,
        ['POST', `${list}/${one}/publish`] as const,
        ['POST', `${list}/${one}/unpublish`] as const,
        ['DELETE', `${list}/${one}`] as const,
        ['POST', '/api/access/collections/articles', { id: one }] as const,
      ]),
      ['GET', `/api/collections/notes/${note}?depth=3`],
      ['POST', '/api/access/collections/articles/selection', {}],
      ['POST', '/api/access/collections/topics/selection', { where: { 'articles.title': { exists: true } } }],
      ['POST', `${list}/bulk`, { action: 'publish', ids: [id, hidden, NOTHING] }],
    ]
    const answers = async () => {
      const all: Record<string, string> = {}
      for (const as of [undefined, 'other'])
        for (const [method, path, body] of questions) {
          const { status, text, headers } = await app().request(method, path, { as, ...(body && { body }) })
          const said = text.replaceAll(/"requestId":"[^"]*"/g, '')
          all[`${as} ${method} ${path} ${JSON.stringify(body)}`] = `${status} ${headers.get('etag')} ${said}`
        }
      return all
    }

    const before = await answers()
    await articles.update(id, { title: 'Draft', slug: 'draft', rank: 9, topic: air, lead: air, next: hidden })
    await articles.update(next, { title: 'Other', rank: 7, topic: air })
    await articles.update(hidden, { title: 'Still', slug: 'still', next: id })
    await articles.create({ title: 'New', topic: sea, next: id })
    await topics.update(sea, { name: 'Ocean' })
    await topics.create({ name: 'Fire' })
    await articles.restore(id, 1, { draft: true })
    await articles.delete(hidden)
    expect(await answers()).toEqual(before)
  })
})
