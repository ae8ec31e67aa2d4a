import { onEachDatabase, scenarios } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { actors, setup } from './archive.ts'

const LETTER = '/api/collections/letters/{letter}'
const letter = ['letters', { title: 'One', slug: 'own', secret: 's1', internal: 'i1' }] as const
const boss = { collection: 'users', id: '01890000-0000-7000-8000-00000000000b' }

scenarios('access to the history', setup, [
  {
    name: 'lists one snapshot for each revision, with its author',
    as: 'boss',
    given: { letter },
    call: `GET ${LETTER}/versions`,
    answers: {
      status: 200,
      docs: [
        { id: '{letter}', revision: 1, _status: 'published', createdBy: null, data: { title: 'One', secret: 's1' } },
      ],
      body: { pagination: { page: 1, limit: 10, totalDocs: 1, totalPages: 1 } },
    },
    never: ['i1', 'updatedAt', 'deletedAt'],
  },
  {
    name: 'omits what the current rules hide',
    as: 'clerk',
    given: { letter },
    call: `GET ${LETTER}/versions/1`,
    answers: { status: 200, doc: { revision: 1, data: { title: 'One' } } },
    never: ['s1', 'secret', 'i1', 'internal'],
  },
  {
    name: 'reads translations',
    as: 'boss',
    given: { letter },
    call: `GET ${LETTER}/versions/1?locale=all`,
    answers: { status: 200, doc: { data: { title: { en: 'One' } } } },
  },
  {
    name: 'is refused if the document does not match the rule',
    as: 'clerk',
    given: { letter: ['letters', { title: 'Other', slug: 'other' }] },
    call: `GET ${LETTER}/versions`,
    answers: { status: 403, code: 'forbidden' },
  },
  {
    name: 'is refused by the rule',
    given: { letter },
    call: `GET ${LETTER}/versions`,
    answers: { status: 401, code: 'unauthenticated' },
  },
  {
    name: 'is 404 for a revision that never existed',
    as: 'boss',
    given: { letter },
    call: `GET ${LETTER}/versions/2`,
    answers: { status: 404, code: 'not_found' },
  },
  ...['0', '-1', 'x', '1.5', '01', '1e3'].map((revision) => ({
    name: `refuses the revision ${revision}`,
    as: 'boss',
    given: { letter },
    call: `GET ${LETTER}/versions/${revision}`,
    answers: { status: 400, code: 'invalid_request' },
  })),
  {
    name: 'is 404 for a huge revision',
    as: 'boss',
    given: { letter },
    call: `GET ${LETTER}/versions/99999999999999999999`,
    answers: { status: 404, code: 'not_found' },
  },
  {
    name: 'refuses other parameters',
    as: 'boss',
    given: { letter },
    call: `GET ${LETTER}/versions?sort=revision`,
    answers: { status: 400, code: 'invalid_query', issues: [{ code: 'unknown_field', path: 'sort' }] },
  },
  {
    name: 'is 404 for a document in the trash',
    as: 'boss',
    given: { letter },
    earlier: [`DELETE ${LETTER}`],
    call: `GET ${LETTER}/versions`,
    answers: { status: 404, code: 'not_found' },
  },
  {
    name: 'does not exist for a collection without versions',
    as: 'boss',
    given: { person: ['people', { name: 'A' }] },
    call: 'GET /api/collections/people/{person}/versions',
    answers: { status: 404, code: 'not_found' },
    only: 'http',
  },
  {
    name: 'starts with the first state of a global',
    as: 'boss',
    call: 'GET /api/globals/imprint/versions',
    answers: { status: 200, docs: [{ id: 'imprint', revision: 1, createdBy: null, data: { text: 'Nothing yet' } }] },
  },
  {
    name: 'has no publish without drafts',
    as: 'boss',
    given: { letter },
    call: `POST ${LETTER}/publish`,
    answers: { status: 404, code: 'not_found' },
    only: 'http',
  },
  {
    name: 'has no drafts without them',
    as: 'boss',
    given: { letter },
    call: `GET ${LETTER}?draft=true`,
    answers: { status: 400, code: 'invalid_query', issues: [{ code: 'unknown_field', path: 'draft' }] },
  },
])

scenarios('restoring without drafts', setup, [
  {
    name: 'needs an existing revision',
    as: 'boss',
    given: { letter },
    call: `POST ${LETTER}/restore/7`,
    answers: { status: 404, code: 'not_found' },
    leaves: { letter: { revision: 1 } },
  },
  {
    name: 'defaults to the rule for update',
    given: { letter },
    call: `POST ${LETTER}/restore/1`,
    answers: { status: 401, code: 'unauthenticated' },
    leaves: { letter: { revision: 1 } },
  },
  {
    name: 'honours If-Match',
    as: 'boss',
    given: { letter },
    call: `POST ${LETTER}/restore/1`,
    headers: { 'If-Match': '2' },
    answers: { status: 409, code: 'revision_conflict' },
    leaves: { letter: { revision: 1 } },
  },
  {
    name: 'creates a new revision even without changes',
    as: 'boss',
    given: { letter },
    call: `POST ${LETTER}/restore/1`,
    headers: { 'If-Match': '1' },
    answers: { status: 200, doc: { revision: 2, title: 'One', secret: 's1' } },
    leaves: { letter: { revision: 2, internal: 'i1' } },
    events: ['document.updated'],
  },
  {
    name: 'accepts no draft without drafts',
    as: 'boss',
    given: { letter },
    call: `POST ${LETTER}/restore/1?draft=true`,
    answers: { status: 400, code: 'invalid_query', issues: [{ code: 'unknown_field', path: 'draft' }] },
    leaves: { letter: { revision: 1 } },
  },
])

onEachDatabase('a history', setup, (app) => {
  async function written() {
    const { local } = app().app
    const { letters, people } = local.as(actors.boss).collections
    const [ann, bob] = [await people.create({ name: 'Ann' }), await people.create({ name: 'Bob' })]
    const first = await letters.create(
      {
        title: { en: 'One', de: 'Eins' },
        slug: 'own',
        secret: 's1',
        lines: [
          { id: 'a', text: 'a1', mark: 'm1' },
          { id: 'b', text: 'b1', mark: 'm1' },
        ],
        to: ann.id,
        from: bob.id,
      },
      { locale: 'all' },
    )
    return { letters, people, ann, bob, id: first.id, clerk: local.as(actors.clerk).collections.letters }
  }

  it('restores content exactly, translations and rows included', async () => {
    const { letters, id, ann, bob } = await written()
    const before = await letters.findOne(id, { locale: 'all' })
    await letters.update(id, { title: 'Two', lines: [{ id: 'c', text: 'c2' }], to: null, slug: 'two' })
    await letters.update(id, { title: 'Zwei' }, { locale: 'de' })
    const restored = await letters.restore(id, 1, { locale: 'all' })
    expect(restored).toEqual({ ...before, revision: 4, updatedAt: restored.updatedAt })
    expect(restored).toMatchObject({ to: ann.id, from: bob.id })
    // The reference index follows the restored content.
    const found = await letters.find({ where: { 'to.name': { equals: 'Ann' } } })
    expect(found.docs).toHaveLength(1)
  })

  it('removes a later translation', async () => {
    const { letters } = await written()
    const { id } = await letters.create({ title: 'Only English' })
    await letters.update(id, { title: 'Deutsch' }, { locale: 'de' })
    const restored = await letters.restore(id, 1, { locale: 'all' })
    expect(restored.title).toEqual({ en: 'Only English' })
  })

  it('keeps fields that the actor may not update', async () => {
    const { letters, clerk, id } = await written()
    await letters.update(id, {
      secret: 's2',
      lines: [{ id: 'b', text: 'b2', mark: 'm2' }],
      title: 'Two',
    })
    await clerk.restore(id, 1)
    const now = await letters.findOne(id)
    expect(now).toMatchObject({
      title: 'One',
      secret: 's2',
      lines: [
        // The row is new, so the clerk's mark gets its default.
        { id: 'a', text: 'a1', mark: null },
        { id: 'b', text: 'b1', mark: 'm2' },
      ],
    })
  })

  it('omits references to deleted documents if the relationship says so', async () => {
    const { letters, people, id, ann, bob } = await written()
    await letters.update(id, { to: null, from: null })
    await people.delete(ann.id)
    await people.delete(bob.id)
    const restored = await letters.restore(id, 1)
    expect(restored).toMatchObject({ to: ann.id, from: null })
  })

  it('reports invalid old content, and changes nothing', async () => {
    const { letters, id } = await written()
    await letters.update(id, { slug: 'free' })
    await letters.create({ title: 'Another', slug: 'own' })
    await expect(letters.restore(id, 1)).rejects.toMatchObject({
      code: 'validation',
      issues: [{ code: 'unique', path: 'slug' }],
    })
    expect(await letters.findOne(id)).toMatchObject({ revision: 2, slug: 'free' })
    expect((await letters.versions(id)).docs.map(({ revision }) => revision)).toEqual([2, 1])
  })

  it('keeps the newest snapshots, page by page', async () => {
    const { letters, id } = await written()
    for (const title of ['Two', 'Three', 'Four', 'Five']) await letters.update(id, { title })
    const all = await letters.versions(id)
    expect(all.docs.map(({ revision }) => revision)).toEqual([5, 4, 3])
    expect(all.docs[0]).toMatchObject({ createdBy: boss, data: { title: 'Five' } })
    const second = await letters.versions(id, { limit: 2, page: 2 })
    expect(second.docs.map(({ revision }) => revision)).toEqual([3])
    expect(second.pagination).toMatchObject({ totalDocs: 3, totalPages: 2, hasPrevPage: true, hasNextPage: false })
    await expect(letters.version(id, 2)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('has a snapshot of every change of state too, and is deleted with its document', async () => {
    const { letters, id } = await written()
    await letters.delete(id)
    await letters.restoreDeleted(id)
    expect((await letters.versions(id)).docs.map(({ revision }) => revision)).toEqual([3, 2, 1])
    await letters.delete(id)
    await letters.deletePermanent(id)
    const { storage } = app().app
    expect(await storage.reader.records.count('letters:versions', { document: id })).toBe(0)
  })

  it('has no snapshot of a rolled-back or empty change', async () => {
    const { letters, id } = await written()
    await letters.update(id, {})
    await expect(letters.update(id, { title: null })).rejects.toMatchObject({ code: 'validation' })
    expect((await letters.versions(id)).docs).toHaveLength(1)
  })

  it('is stored for globals', async () => {
    const { imprint } = app().app.local.as(actors.boss).globals
    await imprint.update({ text: 'Two' })
    expect((await imprint.versions()).docs.map(({ data }) => data.text)).toEqual(['Two', 'Nothing yet'])
    expect(await imprint.version(1)).toMatchObject({ id: 'imprint', revision: 1, data: { text: 'Nothing yet' } })
    expect(await imprint.restore(1, { ifMatch: 2 })).toMatchObject({ revision: 3, text: 'Nothing yet' })
  })
})
