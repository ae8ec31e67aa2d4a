import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, global } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true
const access = {
  read: everybody,
  create: everybody,
  update: everybody,
  delete: everybody,
  publish: everybody,
  readDrafts: everybody,
  readVersions: everybody,
}
const changed: unknown[] = []

const config = defineConfig({
  collections: {
    users: collection({ auth: true, fields: { name: f.text() }, access: { read: everybody } }),
    notes: collection({
      fields: { text: f.text() },
      authors: true,
      versions: { drafts: true },
      trash: true,
      access,
      hooks: { beforeChange: [({ next }) => void changed.push(next?.['updatedBy'])] },
    }),
    plain: collection({ fields: { text: f.text() }, access }),
  },
  globals: {
    settings: global({ fields: { name: f.text() }, authors: true, access: { read: everybody, update: everybody } }),
  },
})

onEachDatabase('authors', { config }, (app) => {
  async function user(name: string) {
    const { id } = await app()
      .app.local.asSystem()
      .auth.users.createUser({
        data: { email: `${name}@example.com`, name },
        password: 'correct horse battery',
      })
    return { id, collection: 'users' as const }
  }
  const notesOf = (actor: Parameters<ReturnType<typeof app>['app']['local']['as']>[0]) =>
    app().app.local.as(actor).collections.notes
  const system = () => app().app.local.asSystem().collections.notes

  it('contain the users who created a document and who changed it last', async () => {
    const [ann, bob] = [await user('ann'), await user('bob')]
    const { id, ...made } = await notesOf(ann).create({ text: 'a' })
    expect(made).toMatchObject({ createdBy: ann.id, updatedBy: ann.id })
    changed.length = 0
    expect(await notesOf(bob).update(id, { text: 'b' })).toMatchObject({ createdBy: ann.id, updatedBy: bob.id })
    expect(changed).toEqual([bob.id])
    expect(await notesOf(ann).publish(id)).toMatchObject({ createdBy: ann.id, updatedBy: ann.id })
    expect(await system().update(id, { text: 'c' })).toMatchObject({ createdBy: ann.id, updatedBy: null })
    expect(await system().findOne(id, { draft: false })).toMatchObject({ text: 'b', updatedBy: ann.id })
    expect(await notesOf(bob).restore(id, 1)).toMatchObject({ text: 'a', createdBy: ann.id, updatedBy: bob.id })
    expect(await notesOf(bob).duplicate(id)).toMatchObject({ createdBy: bob.id, updatedBy: bob.id })
    await notesOf(bob).delete(id)
    expect(await notesOf(ann).restoreDeleted(id)).toMatchObject({ createdBy: ann.id, updatedBy: ann.id })
  })

  it('are null for anonymous callers', async () => {
    expect(await system().create({ text: 'a' })).toMatchObject({ createdBy: null, updatedBy: null })
    const { body } = await app().request('POST', '/api/collections/notes', { body: { text: 'x' } })
    expect(body).toMatchObject({ doc: { createdBy: null, updatedBy: null } })
  })

  it('can be selected, sorted by, populated and followed in paths', async () => {
    const [ann, bob] = [await user('ann'), await user('bob')]
    await notesOf(bob).create({ text: 'b' })
    await notesOf(ann).create({ text: 'a' })
    const find = async (options: object) => (await system().find(options)).docs.map(({ text }) => text)
    expect(await find({ where: { createdBy: { equals: ann.id } } })).toEqual(['a'])
    expect(await find({ where: { 'updatedBy.name': { equals: 'bob' } } })).toEqual(['b'])
    expect(await find({ sort: 'createdBy.name' })).toEqual(['a', 'b'])
    const { docs } = await system().find({ populate: { createdBy: true }, sort: 'createdBy.name' })
    expect(docs).toMatchObject([{ createdBy: { name: 'ann' } }, { createdBy: { name: 'bob' } }])
  })

  it('cannot be written by other features', async () => {
    const ann = await user('ann')
    for (const body of [{ text: 'x', createdBy: ann.id }, { updatedBy: null }]) {
      const { status, body: answer } = await app().request('POST', '/api/collections/notes', { body })
      expect({ status, answer }).toMatchObject({ status: 422, answer: { error: { issues: [{ code: 'read_only' }] } } })
    }
  })

  it('stay when the user is deleted', async () => {
    const [ann, bob] = [await user('ann'), await user('bob')]
    const { id } = await notesOf(ann).create({ text: 'a' })
    await app().app.local.asSystem().collections.users.delete(ann.id)
    expect(await notesOf(bob).update(id, { text: 'b' })).toMatchObject({ createdBy: ann.id, updatedBy: bob.id })
    expect(await notesOf(bob).restore(id, 1)).toMatchObject({ text: 'a', createdBy: ann.id, updatedBy: bob.id })
    expect(await notesOf(bob).duplicate(id)).toMatchObject({ createdBy: bob.id })
    expect(await system().findOne(id, { populate: { createdBy: true } })).toMatchObject({ createdBy: ann.id })
  })

  it('exist for globals, too, and for nothing else', async () => {
    const ann = await user('ann')
    const settings = app().app.local.as(ann).globals.settings
    expect(await settings.update({ name: 'x' })).toMatchObject({ createdBy: null, updatedBy: ann.id })
    expect(await app().app.local.collections.plain.create({ text: 'x' })).not.toHaveProperty('createdBy')
  })
})

const several = defineConfig({
  admin: { users: 'users' },
  collections: {
    users: collection({ auth: true, fields: {} }),
    members: collection({ auth: true, fields: {} }),
    notes: collection({ fields: { text: f.text() }, authors: true, access }),
  },
})

onEachDatabase('authors of several collections', { config: several }, (app) => {
  it('identify the collection', async () => {
    const { id } = await app()
      .app.local.asSystem()
      .auth.members.createUser({
        data: { email: 'mia@example.com' },
        password: 'correct horse battery',
      })
    const note = await app().app.local.as({ id, collection: 'members' }).collections.notes.create({ text: 'x' })
    expect(note).toMatchObject({ createdBy: { relationTo: 'members', value: id } })
  })
})
