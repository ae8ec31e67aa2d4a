import { must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'
import { archivePlugin } from '../features/archive-plugin.ts'
import { settled } from './newsroom.ts'

const CLERK = { collection: 'users', id: '01890000-0000-7000-8000-00000000000a' }
const isClerk = ({ actor }: { readonly actor: { readonly id: string } | null }) => actor?.id === CLERK.id

const ofClerks = { update: isClerk, delete: isClerk, archive: isClerk, deletePermanent: isClerk }

const config = defineConfig({
  changes: true,
  plugins: [archivePlugin],
  collections: {
    users: collection({ auth: true, fields: {} }),
    marks: collection({ fields: { name: f.text() }, access: { read: () => false } }),
    posts: collection({
      archivable: true,
      fields: { title: f.text(), about: f.relationship({ to: 'posts', onDelete: 'clear' }) },
      access: { read: () => true, ...ofClerks },
    }),
    pages: collection({
      archivable: true,
      versions: { drafts: true },
      fields: { title: f.text() },
      access: { read: () => true, readDrafts: isClerk, publish: isClerk, ...ofClerks },
    }),
    letters: collection({
      archivable: true,
      fields: { title: f.text() },
      access: { read: () => ({ title: { not_equals: 'Private' } }), ...ofClerks },
    }),
  },
})

interface Told {
  readonly event: string
  readonly live: boolean
  readonly revision: number | null
  readonly doc: { readonly title: string } | null
}

onEachDatabase('documents that a plugin hides, in the change feed', { config, actors: { clerk: CLERK } }, (app) => {
  const start = async () => {
    await settled(app().app)
    return (await app().request('GET', '/api/changes')).body.next as string
  }
  const read = (after: string, as?: string) =>
    app().request('GET', `/api/changes?after=${after}&documents=true`, { as })
  const told = async (after: string, as?: string) =>
    ((await read(after, as)).body.changes as Told[]).map(
      ({ event, live, revision, doc }) => `${event} ${live} ${revision} ${doc?.title ?? null}`,
    )
  const post = async (slug: string, rest: string) => {
    const { status, text } = await app().request('POST', `/api/collections/${slug}${rest}`, { as: 'clerk' })
    expect(status, text).toBe(200)
  }
  const make = async (slug: string, data: object) => {
    const { create } = app().local.asSystem().collection(slug)
    return ((await must(create, 'create')(data)) as { id: string }).id
  }
  const edit = (slug: string, id: string, title: string) =>
    must(app().local.asSystem().collection(slug)['update'], 'update')(id, { title })

  it('are reported as deleted to readers without access to the archive, without their content', async () => {
    const after = await start()
    const id = await make('posts', { title: 'Secret' })
    await post('posts', `/${id}/archive`)
    const gone = ['document.archived true null null']
    for (const as of [undefined, 'clerk']) await expect.poll(() => told(after, as)).toEqual(gone)
    expect((await read(after)).text).not.toContain('Secret')
    const archived = await start()
    await must(app().local.asSystem().collection('posts')['unarchive'], 'unarchive')(id)
    await expect.poll(() => told(archived)).toEqual(['document.unarchived true 3 Secret'])
  })

  it('are not reported again while they are hidden', async () => {
    const target = await make('posts', { title: 'Target' })
    const id = await make('posts', { title: 'Secret', about: target })
    await post('posts', `/${id}/archive`)
    const after = await start()
    // This changes the archived document, too: it clears the reference.
    await must(app().local.asSystem().collection('posts')['delete'], 'delete')(target)
    await make('posts', { title: 'Next' })
    const events = ['document.deleted true null null', 'document.created true 1 Next']
    await expect.poll(async () => (await told(after)).toSorted()).toEqual(events.toSorted())
  })

  it('lose and regain the live copy of a draft, visible to all readers', async () => {
    const id = await make('pages', { title: 'Live' })
    await post('pages', `/${id}/publish`)
    await edit('pages', id, 'Draft')
    const after = await start()
    await post('pages', `/${id}/archive`)
    await expect.poll(() => told(after)).toEqual(['document.archived true null null'])
    const archived = await start()
    await post('pages', `/${id}/unarchive`)
    await expect.poll(() => told(archived)).toEqual(['document.unarchived true 2 Live'])
    await expect.poll(() => told(archived, 'clerk')).toEqual(['document.unarchived true 5 Draft'])
  })

  it('are not reported if they are drafts that were never public', async () => {
    const id = await make('pages', { title: 'Draft' })
    const after = await start()
    await post('pages', `/${id}/archive`)
    await expect.poll(() => told(after, 'clerk')).toEqual(['document.archived false null null'])
    expect(await told(after)).toEqual([])
  })

  it('are not reported if reading depends on the content', async () => {
    const after = await start()
    const id = await make('letters', { title: 'Private' })
    await must(app().local.asSystem().collection('letters')['archive'], 'archive')(id)
    await make('letters', { title: 'Open' })
    await expect.poll(() => told(after)).toEqual(['document.created true 1 Open'])
  })
})
