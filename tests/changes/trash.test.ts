import { onEachDatabase } from '@quire/testkit'
import { collection, defineConfig, f } from 'quire'
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
      access: { read: everybody, update: ({ actor }) => actor !== null },
    }),
  },
})

onEachDatabase('the trash in the change feed', { config, actors: { editor: EDITOR } }, (app) => {
  const events = async (after: string, as?: string, more = '') => {
    const { body } = await app().request('GET', `/api/changes?after=${after}${more}`, { as })
    return (body.changes as { event: string; live: boolean }[]).map(({ event, live }) => `${event} ${live}`)
  }

  it('is left for good without a word to those who saw nothing there', async () => {
    const after = (await app().request('GET', '/api/changes')).body.next as string
    const { notes } = app().app.local.asSystem().collections
    const { id } = await notes.create({ text: 'old' })
    await notes.delete(id)
    await notes.deletePermanent(id)
    await notes.create({ text: 'new' })
    const heard = ['document.trashed true', 'document.created true']
    await expect.poll(() => events(after), { timeout: 10_000 }).toEqual(heard)
    expect(await events(after, 'editor', '&live=true')).toEqual(heard)
    expect(await events(after, 'editor')).toEqual([
      'document.trashed true',
      'document.deleted false',
      'document.created true',
    ])
  })
})
