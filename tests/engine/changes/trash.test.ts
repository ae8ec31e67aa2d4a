import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true
const EDITOR = { collection: 'users', id: '01890000-0000-7000-8000-00000000000e' }

const config = defineConfig({
  changes: true,
  server: { rateLimit: false },
  log: { level: 'silent' },
  collections: {
    notes: collection({
      fields: { text: f.text() },
      trash: true,
      access: { read: everybody, update: ({ actor }) => actor !== null, delete: everybody },
    }),
    users: collection({ auth: true, fields: {}, access: { read: everybody } }),
  },
})

onEachDatabase('the trash in the change feed', { config, actors: { editor: EDITOR } }, (app) => {
  const events = async (after: string, as?: string, more = '') => {
    const { body } = await app().request('GET', `/api/changes?after=${after}${more}`, { as })
    return (body.changes as { event: string; live: boolean }[]).map(({ event, live }) => `${event} ${live}`)
  }

  it('is emptied without a change for readers who saw nothing there', async () => {
    const after = (await app().request('GET', '/api/changes')).body.next as string
    const { notes } = app().app.local.asSystem().collections
    const { id } = await notes.create({ text: 'old' })
    await notes.delete(id)
    await notes.deletePermanent(id)
    await notes.create({ text: 'new' })
    const heard = ['document.trashed true', 'document.created true']
    await expect.poll(() => events(after)).toEqual(heard)
    expect(await events(after, 'editor', '&live=true')).toEqual(heard)
    expect(await events(after, 'editor')).toEqual([
      'document.trashed true',
      'document.deleted false',
      'document.created true',
    ])
  })

  it('names the user who deleted a document to users who work on such documents', async () => {
    const after = (await app().request('GET', '/api/changes')).body.next as string
    const { local } = app().app
    const user = await local
      .asSystem()
      .auth.users.createUser({ data: { email: 'ann@example.com' }, password: 'a long secret' })
    const { id } = await local.asSystem().collections.notes.create({ text: 'old' })
    await local.as({ ...user, collection: 'users' }).collections.notes.delete(id)
    const byWhom = async (as?: string) => {
      const { body } = await app().request('GET', `/api/changes?after=${after}&collections=notes`, { as })
      return body.changes.map(({ event, actor }: { event: string; actor: unknown }) => [event, actor])
    }
    await expect.poll(() => byWhom('editor')).toEqual([['document.trashed', { collection: 'users', id: user.id }]])
    expect(await byWhom()).toEqual([['document.trashed', null]])
  })
})
