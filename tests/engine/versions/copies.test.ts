import { onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { actors, setup } from './newsroom.ts'

const OWNER = actors.author.id

onEachDatabase('working and live copies', setup, (app) => {
  const as = (actor: keyof typeof actors) => app().app.local.as(actors[actor]).collections
  const system = () => app().app.local.asSystem().collections
  const anybody = () => app().app.local.collections

  /** Live as "Live", with a newer draft "Draft". */
  async function liveWithDraft(data: object = {}, change: object = {}) {
    const { articles } = as('author')
    const { id } = await articles.create({ title: 'Live', slug: 'live', owner: OWNER, ...data })
    await articles.publish(id)
    await articles.update(id, { title: 'Draft', ...change })
    return id
  }

  async function liveTopic(name: string, draftName?: string) {
    const { topics } = as('author')
    const { id } = await topics.create({ name, owner: OWNER })
    await topics.publish(id)
    if (draftName !== undefined) await topics.update(id, { name: draftName })
    return id
  }

  it('show each reader the copy that they read, and nothing of the other', async () => {
    const id = await liveWithDraft()
    const live = { title: 'Live', revision: 2, _status: 'published', _publishedRevision: 2 }
    const working = { title: 'Draft', revision: 3, _status: 'draft', _publishedRevision: 2 }
    expect(await anybody().articles.findOne(id)).toMatchObject(live)
    expect(await as('other').articles.findOne(id)).toMatchObject(live)
    expect(await as('author').articles.findOne(id)).toMatchObject(live)
    expect(await as('author').articles.findOne(id, { draft: true })).toMatchObject(working)
    expect(await as('author').articles.findOne(id, { draft: false })).toMatchObject(live)
    expect(await as('editor').articles.findOne(id)).toMatchObject(working)
    expect(await as('editor').articles.findOne(id, { draft: false })).toMatchObject(live)
    expect(await system().articles.findOne(id)).toMatchObject(working)
    const response = await app().request('GET', `/api/collections/articles/${id}`)
    expect(response.headers.get('etag')).toMatch(/^"2-/)
    expect(response.text).not.toContain('Draft')
  })

  it('are filtered, sorted, counted and selected as they are read', async () => {
    const id = await liveWithDraft()
    const where = { title: { equals: 'Draft' } } as const
    expect((await anybody().articles.find({ where })).docs).toEqual([])
    expect(await anybody().articles.count({ where })).toEqual({ count: 0 })
    expect((await anybody().articles.selection({ where })).ids).toEqual([])
    expect((await as('editor').articles.selection({ where })).ids).toEqual([id])
    expect((await as('author').articles.selection({ where, draft: true })).ids).toEqual([id])
    expect((await as('author').articles.find({ where: { _status: { equals: 'draft' } } })).docs).toEqual([])
    expect((await as('editor').articles.find({ where: { _publishedRevision: { equals: 2 } } })).docs).toHaveLength(1)
  })

  it('populate each target in the same mode', async () => {
    const topic = await liveTopic('Sea', 'Ocean')
    const hidden = (await as('editor').topics.create({ name: 'Unseen', owner: 'x' })).id
    const { articles } = as('author')
    const { id } = await articles.create({ title: 'About', owner: OWNER, topic })
    await articles.publish(id)
    const topicIn = async (reading: Promise<{ topic: unknown }>) => (await reading).topic
    expect(await topicIn(anybody().articles.findOne(id, { depth: 1 }))).toMatchObject({ name: 'Sea', revision: 2 })
    expect(await topicIn(as('editor').articles.findOne(id, { depth: 1 }))).toMatchObject({ name: 'Ocean' })
    expect(await topicIn(as('editor').articles.findOne(id, { depth: 1, draft: false }))).toMatchObject({ name: 'Sea' })
    expect(await topicIn(as('author').articles.findOne(id, { depth: 1, draft: true }))).toMatchObject({ name: 'Ocean' })
    await as('editor').articles.update(id, { topic: hidden })
    await as('editor').articles.publish(id)
    expect(await topicIn(anybody().articles.findOne(id, { depth: 1 }))).toBe(hidden)
    expect(await topicIn(as('author').articles.findOne(id, { depth: 1, draft: true }))).toBe(hidden)
  })

  it('show the live copy of a target whose draft the actor may not read', async () => {
    const { topics } = as('editor')
    const { id: topic } = await topics.create({ name: 'Public', owner: 'x' })
    await topics.publish(topic)
    await topics.update(topic, { name: 'Secret' })
    const { articles } = as('author')
    const { id } = await articles.create({ title: 'About', owner: OWNER, topic })
    const found = await articles.findOne(id, { draft: true, depth: 1 })
    expect(found.topic).toMatchObject({ name: 'Public', _status: 'published' })
    const byName = (name: string) =>
      articles.find({ draft: true, where: { 'topic.name': { equals: name } } }).then(({ docs }) => docs.length)
    expect(await byName('Public')).toBe(1)
    expect(await byName('Secret')).toBe(0)
    expect((await articles.find({ draft: true, sort: 'topic.name' })).docs).toHaveLength(1)
    const notBy = await articles.count({ draft: true, where: { 'topic.name': { not_equals: 'Public' } } })
    expect(notBy).toEqual({ count: 0 })
  })

  it('are joined as the actor reads them', async () => {
    const [one, two] = [await liveTopic('One'), await liveTopic('Two')]
    const id = await liveWithDraft({ topic: one }, { topic: two })
    const joined = async (topic: string, reader: ReturnType<typeof anybody>, draft?: boolean) =>
      (await reader.topics.findOne(topic, draft === undefined ? {} : { draft })).articles
    expect(await joined(one, anybody())).toMatchObject({ docs: [id], totalDocs: 1 })
    expect(await joined(two, anybody())).toMatchObject({ docs: [], totalDocs: 0 })
    expect(await joined(one, as('editor'))).toMatchObject({ docs: [], totalDocs: 0 })
    expect(await joined(two, as('editor'))).toMatchObject({ docs: [id], totalDocs: 1 })
    expect(await joined(two, as('author'), true)).toMatchObject({ docs: [id], totalDocs: 1 })
    expect(await joined(one, as('author'), true)).toMatchObject({ docs: [], totalDocs: 0 })
    // For drafts of another user, the live copy counts.
    expect(await joined(one, as('other'))).toMatchObject({ docs: [id], totalDocs: 1 })
    const byArticle = (title: string, reader: ReturnType<typeof anybody>) =>
      reader.topics
        .find({ where: { 'articles.title': { equals: title } } })
        .then(({ docs }) => docs.map((doc) => doc.name))
    expect(await byArticle('Live', anybody())).toEqual(['One'])
    expect(await byArticle('Draft', anybody())).toEqual([])
    expect(await byArticle('Draft', as('editor'))).toEqual(['Two'])
  })

  it('answer writes like a read of the newest content, related documents included', async () => {
    const topic = await liveTopic('Sea', 'Ocean')
    const { id: hidden } = await as('editor').topics.create({ name: 'Public', owner: 'x' })
    await as('editor').topics.publish(hidden)
    await as('editor').topics.update(hidden, { name: 'Secret' })
    const { articles, topics } = as('author')
    const { id } = await articles.create({ title: 'About', owner: OWNER })
    const deep = { depth: 1 } as const
    const newest = () => articles.findOne(id, { ...deep, draft: true })
    const updated = await articles.update(id, { topic, lead: hidden }, deep)
    expect(updated).toMatchObject({ topic: { name: 'Ocean' }, lead: { name: 'Public' } })
    expect(updated).toEqual(await newest())
    expect(await articles.publish(id, deep)).toEqual(await newest())
    expect(await articles.restore(id, 2, deep)).toEqual(await newest())
    expect(await articles.restore(id, 2, { ...deep, draft: true })).toEqual(await newest())
    await articles.update(id, { lead: topic })
    const named = await topics.update(topic, { name: 'Lake' })
    expect(named.articles).toMatchObject({ docs: [id] })
    expect(named).toEqual(await topics.findOne(topic, { draft: true }))
    // With a single copy, answers are the same as without drafts.
    const note = await as('author').notes.create({ about: id }, deep)
    expect(note).toEqual(await as('author').notes.findOne(note.id, deep))
  })

  it('follow relationships in the copy that is read, from collections without drafts too', async () => {
    const id = await liveWithDraft()
    const { id: note } = await as('editor').notes.create({ text: 'n', about: id })
    const about = async (reader: ReturnType<typeof anybody>) => (await reader.notes.findOne(note, { depth: 1 })).about
    expect(await about(anybody())).toMatchObject({ title: 'Live' })
    expect(await about(as('editor'))).toMatchObject({ title: 'Draft' })
    const count = (title: string) => anybody().notes.count({ where: { 'about.title': { equals: title } } })
    expect(await count('Live')).toEqual({ count: 1 })
    expect(await count('Draft')).toEqual({ count: 0 })
    const unpublished = (await as('editor').articles.create({ title: 'Hidden' })).id
    const { id: other } = await as('editor').notes.create({ text: 'o', about: unpublished })
    expect((await anybody().notes.findOne(other, { depth: 1 })).about).toBe(unpublished)
  })

  it('let a writer point only to documents that they may read in some copy', async () => {
    const own = (await as('author').articles.create({ title: 'Own', owner: OWNER })).id
    const foreign = (await as('editor').articles.create({ title: 'Foreign', owner: 'x' })).id
    const published = await liveWithDraft()
    const { articles } = as('author')
    await articles.create({ title: 'Next', owner: OWNER, next: own })
    await articles.create({ title: 'Next', owner: OWNER, next: published })
    await expect(articles.create({ title: 'Next', owner: OWNER, next: foreign })).rejects.toMatchObject({
      issues: [{ code: 'not_found', path: 'next' }],
    })
  })

  it('are duplicated as the actor reads them, as a draft', async () => {
    const id = await liveWithDraft()
    expect(await as('author').articles.duplicate(id)).toMatchObject({
      title: 'Live',
      _status: 'draft',
      slug: 'live-copy',
    })
    expect(await as('editor').articles.duplicate(id)).toMatchObject({ title: 'Draft', slug: 'live-copy-2' })
  })

  it('share unique values', async () => {
    const { articles } = as('author')
    const id = await liveWithDraft({ slug: 'taken' }, { slug: 'newer' })
    const taken = { code: 'validation', issues: [{ code: 'unique', path: 'slug' }] }
    await expect(articles.create({ title: 'Other', slug: 'taken' })).rejects.toMatchObject(taken)
    await expect(articles.create({ title: 'Other', slug: 'newer' })).rejects.toMatchObject(taken)
    const { id: other } = await articles.create({ title: 'Other', slug: 'free', owner: OWNER })
    await expect(articles.update(other, { slug: 'taken' })).rejects.toMatchObject(taken)
    // Its own copies don't conflict.
    await articles.update(id, { slug: 'taken' })
    await articles.update(id, { slug: 'newer' })
    await articles.publish(id)
    await articles.update(other, { slug: 'taken' })
    await articles.delete(id)
    await expect(articles.create({ title: 'Other', slug: 'newer' })).rejects.toMatchObject(taken)
  })

  it('restrict the deletion of targets with either copy', async () => {
    const [one, two] = [await liveTopic('One'), await liveTopic('Two')]
    const id = await liveWithDraft({ held: one }, { held: two })
    const { topics, articles } = as('author')
    await expect(topics.delete(one)).rejects.toMatchObject({
      code: 'referenced',
      message: expect.stringContaining('articles (1)'),
    })
    await expect(topics.delete(two)).rejects.toMatchObject({ code: 'referenced' })
    await articles.publish(id)
    await topics.delete(one)
    await articles.unpublish(id)
    await articles.update(id, { held: null })
    await topics.delete(two)
  })

  it('clear references in one revision if both copies are the same', async () => {
    const topic = await liveTopic('One')
    const { articles } = as('author')
    const { id } = await articles.create({ title: 'Both', owner: OWNER, lead: topic })
    await articles.publish(id)
    await as('author').topics.delete(topic)
    expect(await anybody().articles.findOne(id)).toMatchObject({ lead: null, revision: 3, _status: 'published' })
    expect(await articles.findOne(id, { draft: true })).toMatchObject({
      lead: null,
      revision: 3,
      _publishedRevision: 3,
    })
  })

  it('clear references first in the live copy, then in the draft', async () => {
    const topic = await liveTopic('One')
    const id = await liveWithDraft({ lead: topic })
    await as('author').topics.delete(topic)
    expect(await anybody().articles.findOne(id)).toMatchObject({ lead: null, title: 'Live', revision: 4 })
    const draft = { lead: null, title: 'Draft', revision: 5, _status: 'draft', _publishedRevision: 4 }
    expect(await as('editor').articles.findOne(id)).toMatchObject(draft)
    const { docs } = await as('editor').articles.versions(id)
    expect(docs.map(({ revision, _status, data }) => [revision, _status, data.title, data.lead])).toEqual([
      [5, 'draft', 'Draft', null],
      [4, 'published', 'Live', null],
      [3, 'draft', 'Draft', topic],
      [2, 'published', 'Live', topic],
      [1, 'draft', 'Live', topic],
    ])
  })

  it('clear references only in the live copy, and the draft stays the newest', async () => {
    const [one, two] = [await liveTopic('One'), await liveTopic('Two')]
    const id = await liveWithDraft({ lead: one }, { lead: two })
    await as('author').topics.delete(one)
    expect(await anybody().articles.findOne(id)).toMatchObject({ lead: null, revision: 4 })
    expect(await as('editor').articles.findOne(id)).toMatchObject({ lead: two, revision: 5, title: 'Draft' })
    await as('author').topics.delete(two)
    expect(await anybody().articles.findOne(id)).toMatchObject({ lead: null, revision: 4 })
    expect(await as('editor').articles.findOne(id)).toMatchObject({ lead: null, revision: 6, title: 'Draft' })
  })

  it('are both hidden in the trash, and the live one is restored', async () => {
    const id = await liveWithDraft()
    const { articles } = as('author')
    expect(await articles.delete(id)).toEqual({ id, deleted: true })
    await expect(anybody().articles.findOne(id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(as('editor').articles.findOne(id)).rejects.toMatchObject({ code: 'not_found' })
    expect((await as('editor').articles.find({ trash: true })).docs).toMatchObject([{ title: 'Draft', revision: 4 }])
    await articles.restoreDeleted(id)
    expect(await anybody().articles.findOne(id)).toMatchObject({ title: 'Live', revision: 2, deletedAt: null })
    expect(await as('editor').articles.findOne(id)).toMatchObject({ title: 'Draft', revision: 5, _status: 'draft' })
    await articles.publish(id)
    expect(await anybody().articles.findOne(id)).toMatchObject({ title: 'Draft', revision: 6 })
  })

  it('are deleted for good with all snapshots and references', async () => {
    const topic = await liveTopic('One')
    const id = await liveWithDraft({ topic, lead: topic })
    const { articles } = as('author')
    await articles.delete(id)
    await articles.deletePermanent(id)
    const { reader } = app().app.storage
    expect(await reader.get('articles:live', id)).toBeNull()
    expect(await reader.records.count('articles:versions', { document: id })).toBe(0)
    expect(await reader.referencesTo('topics', topic, 10)).toEqual([])
  })

  it('keep the snapshots of what is or was live', async () => {
    const id = await liveWithDraft()
    const { articles } = as('author')
    for (let count = 0; count < 8; count += 1) await articles.update(id, { title: `Draft ${count}` })
    const { docs } = await as('editor').articles.versions(id)
    expect(docs.map(({ revision }) => revision)).toEqual([11, 10, 9, 8, 7, 2])
    await articles.publish(id)
    const after = await as('editor').articles.versions(id)
    expect(after.docs.map(({ revision }) => revision)).toEqual([12, 11, 10, 9, 8, 2])
  })

  it('show published snapshots to callers who may not read drafts', async () => {
    const id = await liveWithDraft()
    const revisions = async (reader: keyof typeof actors) =>
      (await as(reader).articles.versions(id)).docs.map(({ revision }) => revision)
    expect(await revisions('editor')).toEqual([3, 2, 1])
    expect(await revisions('author')).toEqual([3, 2, 1])
    expect(await revisions('other')).toEqual([2])
    await expect(as('other').articles.version(id, 3)).rejects.toMatchObject({ code: 'not_found' })
    await as('author').articles.unpublish(id)
    await expect(as('other').articles.versions(id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are restored as a draft, or live at once', async () => {
    const id = await liveWithDraft()
    const { articles } = as('author')
    expect(await articles.restore(id, 1, { draft: true, ifMatch: 3 })).toMatchObject({
      title: 'Live',
      revision: 4,
      _status: 'draft',
      _publishedRevision: 2,
    })
    app().events.length = 0
    expect(await articles.restore(id, 3)).toMatchObject({ title: 'Draft', revision: 5, _status: 'published' })
    expect(app().events.map(({ event }) => event)).toEqual(['document.published'])
    expect(await anybody().articles.findOne(id)).toMatchObject({ title: 'Draft', revision: 5, _publishedRevision: 5 })
    expect((await articles.version(id, 5))._status).toBe('published')
  })

  it('are restored from incomplete snapshots only as drafts', async () => {
    const { articles } = as('author')
    const { id } = await articles.create({ owner: OWNER })
    await articles.update(id, { title: 'Complete' })
    await expect(articles.restore(id, 1)).rejects.toMatchObject({ issues: [{ code: 'required', path: 'title' }] })
    expect(await articles.restore(id, 1, { draft: true })).toMatchObject({ title: null, revision: 3 })
  })

  it('have capabilities, drafts included', async () => {
    const id = await liveWithDraft()
    const may = async (reader: ReturnType<typeof anybody>) => (await reader.articles.access({ id })).operations
    expect(await may(as('editor'))).toMatchObject({ readDrafts: true, publish: true, unpublish: true, restore: true })
    expect(await may(as('author'))).toMatchObject({ readDrafts: true, publish: true, readVersions: true })
    expect(await may(as('other'))).toMatchObject({ read: true, readDrafts: false, publish: false, update: false })
    expect(await may(anybody())).toMatchObject({ read: true, readDrafts: false, publish: false, readVersions: false })
    const { id: unseen } = await as('author').articles.create({ title: 'Own', owner: OWNER })
    const about = async (reader: ReturnType<typeof anybody>) =>
      (await reader.articles.access({ id: unseen })).operations
    expect(await about(as('author'))).toMatchObject({ read: false, readDrafts: true, update: true, publish: true })
    expect(await about(as('other'))).toMatchObject({ read: false, readDrafts: false, update: false, publish: false })
    expect((await as('author').articles.access({ id: unseen, draft: true })).operations).toMatchObject({ read: true })
  })

  it('works for globals', async () => {
    const { front } = app().app.local.as(actors.editor).globals
    const read = app().app.local.globals.front
    await expect(read.get()).rejects.toMatchObject({ code: 'not_found' })
    expect(await front.get()).toMatchObject({ revision: 1, _status: 'draft', headline: null })
    await expect(front.publish()).rejects.toMatchObject({ issues: [{ code: 'required', path: 'headline' }] })
    await front.update({ headline: 'One' })
    await expect(front.publish({ ifMatch: 1 })).rejects.toMatchObject({ code: 'revision_conflict' })
    expect(await front.publish({ ifMatch: 2 })).toMatchObject({ revision: 3, _status: 'published' })
    await front.update({ headline: 'Two' })
    expect(await read.get()).toMatchObject({ headline: 'One', revision: 3 })
    expect(await front.get({ draft: false })).toMatchObject({ headline: 'One' })
    expect(await front.restore(3, { draft: true })).toMatchObject({ headline: 'One', revision: 5, _status: 'draft' })
    expect(await front.unpublish()).toMatchObject({ revision: 6, _status: 'draft', _publishedRevision: null })
    await expect(read.get()).rejects.toMatchObject({ code: 'not_found' })
    await expect(front.unpublish()).rejects.toMatchObject({ code: 'invalid_state' })
  })
})
