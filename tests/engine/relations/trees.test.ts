import { docOf, must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { describe, expect, it } from 'vitest'
import { waysIn } from '../api/ways-in.ts'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }
const drafted = { ...access, readDrafts: everybody, publish: everybody, readVersions: everybody }

const config = defineConfig({
  collections: {
    pages: collection({
      fields: {
        title: f.text(),
        parent: f.relationship({ to: 'pages', tree: true }),
        children: f.join({ collection: 'pages', on: 'parent', writable: true }),
      },
      trash: true,
      versions: true,
      access: { ...access, readVersions: everybody },
    }),
    shallow: collection({
      fields: { place: f.group({ fields: { above: f.relationship({ to: 'shallow', tree: { depth: 3 } }) } }) },
      access,
    }),
    sections: collection({
      fields: { title: f.text(), parent: f.relationship({ to: 'sections', tree: true }) },
      versions: { drafts: true },
      access: drafted,
    }),
  },
})

const BELOW_ITSELF = { status: 422, code: 'validation', issues: [{ code: 'custom', path: 'parent' }] }

onEachDatabase('trees', { config }, (app, dialect) => {
  const system = () => app().app.local.asSystem().collections
  const below = async (parent: string | null) => (await system().pages.create({ title: 'P', parent })).id

  async function aBranch(): Promise<[string, string, string]> {
    const root = await below(null)
    const child = await below(root)
    return [root, child, await below(child)]
  }

  describe.each(waysIn(dialect))('%s', (_channel, call) => {
    const move = (id: string, parent: string | null) =>
      call(app(), { call: `PATCH /api/collections/pages/${id}`, body: { parent } })

    it('a document is not below itself, directly or indirectly', async () => {
      const [root, child, grandchild] = await aBranch()
      for (const parent of [root, child, grandchild]) expect(await move(root, parent)).toMatchObject(BELOW_ITSELF)
      expect(await move(grandchild, root)).toMatchObject({ status: 200, doc: { parent: root } })
      expect(await move(child, grandchild)).toMatchObject({ status: 200 })
      expect(await move(grandchild, child)).toMatchObject(BELOW_ITSELF)
      expect(await system().pages.findOne(root)).toMatchObject({ parent: null, revision: 1 })
    })

    it('of concurrent moves that would form a cycle, one is refused', async () => {
      const nodes = await Promise.all(Array.from({ length: 6 }, () => below(null)))
      const answers = await Promise.all(nodes.map((id, index) => move(id, must(nodes[(index + 1) % 6], 'the next'))))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
      expect(answers.filter(({ status }) => status !== 200)).toMatchObject([BELOW_ITSELF])
    })

    it('of two concurrent swaps, exactly one succeeds', async () => {
      for (let round = 0; round < 5; round += 1) {
        const one = await below(null)
        const other = await below(null)
        const statuses = (await Promise.all([move(one, other), move(other, one)])).map(({ status }) => status)
        expect(statuses.toSorted((first, second) => first - second)).toEqual([200, 422])
      }
    })
  })

  it('every other write operation is checked as well', async () => {
    const [root, child, grandchild] = await aBranch()
    const bulk = await app().request('POST', '/api/collections/pages/bulk', {
      body: { action: 'update', ids: [root], data: { parent: grandchild } },
    })
    expect(bulk.body).toMatchObject({ results: [{ ok: false, error: { issues: [{ path: 'data.parent' }] } }] })
    const joined = await app().request('PATCH', `/api/collections/pages/${grandchild}/joins/children`, {
      body: { additions: [root] },
    })
    expect(joined.body).toMatchObject({ error: { issues: [{ code: 'custom', path: 'additions.0' }] } })
    await expect(
      app()
        .app.local.asSystem()
        .transaction(async ({ collections }) => {
          await collections.pages.update(child, { parent: null })
          await collections.pages.update(root, { parent: grandchild })
          await collections.pages.update(child, { parent: root })
        }),
    ).rejects.toMatchObject({ code: 'validation' })
    expect(await system().pages.findOne(child)).toMatchObject({ parent: root, revision: 1 })
  })

  it('a former revision is not restored into a cycle', async () => {
    const [root, child] = await aBranch()
    await system().pages.update(child, { parent: null })
    await system().pages.update(root, { parent: child })
    const answer = await app().request('POST', `/api/collections/pages/${child}/restore/1`)
    expect(answer.body).toMatchObject({ error: { code: 'validation', issues: [{ code: 'custom', path: 'parent' }] } })
  })

  it('documents in the trash keep their place, so that they can be restored', async () => {
    const [root, child, grandchild] = await aBranch()
    await system().pages.delete(child)
    const moved = await app().request('PATCH', `/api/collections/pages/${root}`, { body: { parent: grandchild } })
    expect(moved.body).toMatchObject({ error: { issues: [{ code: 'custom', path: 'parent' }] } })
    await system().pages.restoreDeleted(child)
    expect(await system().pages.findOne(child)).toMatchObject({ parent: root })
  })

  it('a re-created document with its former id is checked', async () => {
    const [root, child] = await aBranch()
    await system().pages.delete(root)
    await system().pages.deletePermanent(root)
    const again = system().pages.create({ id: root, title: 'Again', parent: child } as { title: string })
    await expect(again).rejects.toMatchObject({ issues: [{ code: 'custom', path: 'parent' }] })
    expect(await system().pages.create({ id: root, title: 'Again' } as { title: string })).toMatchObject({ id: root })
  })

  it('the maximum depth applies to a document and everything below it', async () => {
    const put = async (above: string | null) => (await system().shallow.create({ place: { above } })).id
    const root = await put(null)
    const child = await put(root)
    const leaf = await put(child)
    await expect(put(leaf)).rejects.toMatchObject({ issues: [{ code: 'custom', path: 'place.above' }] })
    const other = await put(null)
    const branch = await put(other)
    await expect(system().shallow.update(other, { place: { above: child } })).rejects.toMatchObject({
      issues: [{ code: 'custom', path: 'place.above' }],
    })
    expect(await system().shallow.update(other, { place: { above: root } })).toMatchObject({ revision: 2 })
    expect(await system().shallow.update(branch, { place: { above: null } })).toMatchObject({ revision: 2 })
  })

  it('live copies stay a tree, whatever the order in which drafts are published', async () => {
    const { sections } = system()
    const one = (await sections.create({ title: 'One' })).id
    const two = (await sections.create({ title: 'Two', parent: one })).id
    for (const id of [one, two]) await sections.publish(id)
    await sections.update(two, { parent: null })
    await sections.update(one, { parent: two })
    const early = await app().request('POST', `/api/collections/sections/${one}/publish`)
    expect(early.body).toMatchObject({ error: { code: 'validation', issues: [{ code: 'custom', path: 'parent' }] } })
    expect(docOf(await app().request('POST', `/api/collections/sections/${two}/publish`))).toMatchObject({
      parent: null,
    })
    expect(docOf(await app().request('POST', `/api/collections/sections/${one}/publish`))).toMatchObject({
      parent: two,
    })
  })

  it('is part of the manifest', async () => {
    const { body } = await app().request('GET', '/api/schema')
    const { collections } = (body as { manifest: { collections: Record<string, { fields: { tree?: unknown }[] }> } })
      .manifest
    expect(collections['pages']?.fields).toContainEqual(
      expect.objectContaining({ name: 'parent', tree: { depth: 32 } }),
    )
  })
})
