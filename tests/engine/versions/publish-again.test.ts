import { onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { actors, setup } from './newsroom.ts'

const OWNER = actors.author.id

onEachDatabase('publishing an earlier live revision', setup, (app) => {
  const as = (actor: keyof typeof actors) => app().app.local.as(actors[actor]).collections
  const anybody = () => app().app.local.collections

  /** Revision 2 was live, and 4 is a newer draft. */
  async function unpublished(live: object = {}) {
    const { articles } = as('author')
    const { id } = await articles.create({ title: 'Live', slug: 'live', owner: OWNER, ...live })
    await articles.publish(id)
    await articles.unpublish(id)
    await articles.update(id, { title: 'Draft', slug: 'draft' })
    return id
  }

  it('brings back what readers saw, and keeps the newer draft', async () => {
    const { articles } = as('author')
    const id = await unpublished()
    expect((await app().request('GET', `/api/collections/articles/${id}`)).status).toBe(404)
    const heard = app().events.length
    const { status, body } = await app().request('POST', `/api/collections/articles/${id}/publish?revision=2`, {
      as: 'author',
      headers: { 'if-match': '4' },
    })
    const working = { title: 'Draft', slug: 'draft', revision: 6, _status: 'draft', _publishedRevision: 5 }
    expect([status, body.doc]).toMatchObject([200, working])
    expect(await anybody().articles.findOne(id)).toMatchObject({ title: 'Live', slug: 'live', revision: 5 })
    expect(await articles.findOne(id, { draft: true })).toMatchObject(working)
    expect(
      app()
        .events.slice(heard)
        .map(({ event, revision }) => [event, revision]),
    ).toEqual([
      ['document.published', 5],
      ['document.updated', 6],
    ])
    const { docs } = await articles.versions(id)
    expect(docs.map(({ revision, _status, data }) => [revision, _status, data.title])).toEqual([
      [6, 'draft', 'Draft'],
      [5, 'published', 'Live'],
      [4, 'draft', 'Draft'],
      [3, 'draft', 'Live'],
      [2, 'published', 'Live'],
    ])
    // The draft is unchanged.
    expect(await articles.publish(id, { ifMatch: 6 })).toMatchObject({ title: 'Draft', _status: 'published' })
  })

  it('undoes a publication if something else was live before', async () => {
    const { articles } = as('author')
    const { id } = await articles.create({ title: 'First', owner: OWNER })
    await articles.publish(id)
    await articles.update(id, { title: 'Second' })
    await articles.publish(id)
    expect(await articles.publish(id, { revision: 2 })).toMatchObject({ title: 'Second', _status: 'draft' })
    expect(await anybody().articles.findOne(id)).toMatchObject({ title: 'First' })
  })

  it('creates one revision if there is no newer draft', async () => {
    const { articles } = as('author')
    const { id } = await articles.create({ title: 'Live', owner: OWNER })
    await articles.publish(id)
    await articles.unpublish(id)
    const state = { revision: 4, _status: 'published', _publishedRevision: 4 }
    expect(await articles.publish(id, { revision: 2 })).toMatchObject(state)
  })

  it('brings back all languages, also fields that the actor may not see or change', async () => {
    const { articles } = as('author')
    const { id } = await articles.create({ title: 'Live', owner: OWNER })
    await as('editor').articles.update(id, { secret: 'kept' })
    await articles.update(id, { title: 'Damals' }, { locale: 'de' })
    await articles.publish(id)
    await articles.unpublish(id)
    await as('editor').articles.update(id, { secret: 'new' })
    await articles.update(id, { title: 'Neu' }, { locale: 'de' })
    await articles.publish(id, { revision: 4 })
    const live = await as('editor').articles.findOne(id, { draft: false, locale: 'all' })
    expect(live).toMatchObject({ title: { en: 'Live', de: 'Damals' }, secret: 'kept' })
    const draft = await as('editor').articles.findOne(id, { locale: 'all' })
    expect(draft).toMatchObject({ title: { en: 'Live', de: 'Neu' }, secret: 'new' })
  })

  it('refuses a revision that was never published, is missing, is live, or has a conflict, and changes nothing', async () => {
    const { articles } = as('author')
    const id = await unpublished()
    await expect(articles.publish(id, { revision: 1 })).rejects.toMatchObject({ code: 'not_found' })
    await expect(articles.publish(id, { revision: 99 })).rejects.toMatchObject({ code: 'not_found' })
    const wrong = await app().request('POST', `/api/collections/articles/${id}/publish?revision=x`, { as: 'author' })
    expect(wrong.status).toBe(400)
    await expect(articles.publish(id, { revision: 2, ifMatch: 3 })).rejects.toMatchObject({ code: 'revision_conflict' })
    const { id: other } = await articles.create({ title: 'Other', slug: 'live', owner: OWNER })
    await expect(articles.publish(id, { revision: 2 })).rejects.toMatchObject({
      code: 'validation',
      issues: [{ code: 'unique', path: 'slug' }],
    })
    expect(await articles.findOne(id, { draft: true })).toMatchObject({ revision: 4, _publishedRevision: null })
    await articles.update(other, { slug: 'other' })
    await articles.publish(id, { revision: 2 })
    await expect(articles.publish(id, { revision: 5 })).rejects.toMatchObject({ code: 'invalid_state' })
  })

  it('needs the right to publish', async () => {
    const id = await unpublished()
    await expect(as('other').articles.publish(id, { revision: 2 })).rejects.toMatchObject({ code: 'not_found' })
    const { front } = app().app.local.as(actors.editor).globals
    await front.update({ headline: 'Then' })
    await front.publish()
    const { revision } = await front.unpublish()
    await front.update({ headline: 'Now' })
    await expect(
      app()
        .app.local.as(actors.author)
        .globals.front.publish({ revision: revision - 1 }),
    ).rejects.toMatchObject({ code: 'forbidden' })
    expect(await front.publish({ revision: revision - 1 })).toMatchObject({ headline: 'Now', _status: 'draft' })
    expect(await app().app.local.globals.front.get()).toMatchObject({ headline: 'Then' })
  })

  it('omits references to deleted documents if onDelete says so', async () => {
    const { topics, articles } = as('author')
    const { id: topic } = await topics.create({ name: 'Sea', owner: OWNER })
    await topics.publish(topic)
    const id = await unpublished({ lead: topic })
    await articles.update(id, { lead: null })
    await app().app.local.asSystem().collections.topics.delete(topic)
    await articles.publish(id, { revision: 2 })
    expect(await anybody().articles.findOne(id)).toMatchObject({ title: 'Live', lead: null })
  })
})
