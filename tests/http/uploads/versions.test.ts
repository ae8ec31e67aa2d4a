import { mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { docOf, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, disk, f } from 'quirecms'
import { afterAll, expect, it } from 'vitest'
import { actors, form } from './gallery.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-versions-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const everybody = () => true
const isEditor = ({ actor }: { actor: unknown }) => actor !== null
const access = { read: everybody, create: isEditor, update: isEditor, delete: isEditor, readDrafts: isEditor }

const config = defineConfig({
  storage: disk(folder),
  collections: {
    users: collection({ auth: true, fields: { name: f.text() } }),
    drafted: collection({
      upload: true,
      fields: { alt: f.text() },
      versions: { drafts: true, max: 2 },
      trash: true,
      access: { ...access, publish: isEditor, readVersions: isEditor },
    }),
    open: collection({
      upload: true,
      fields: {},
      versions: { drafts: true },
      trash: true,
      access: { ...access, publish: isEditor, readVersions: everybody },
    }),
    kept: collection({ upload: true, fields: {}, versions: { max: 2 }, access: { ...access, readVersions: isEditor } }),
  },
})

interface File {
  id: string
  objectKey: string
  url: string
  revision: number
}

async function storedKeys(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

onEachDatabase('files and their versions', { config, actors }, (app) => {
  const file = (slug: string) => ({
    create: async (text: string) =>
      docOf(
        await app().request('POST', `/api/collections/${slug}`, { as: 'eve', body: form(text, 'a.txt') }),
      ) as unknown as File,
    replace: async (id: string, text: string) =>
      docOf(
        await app().request('PATCH', `/api/collections/${slug}/${id}`, { as: 'eve', body: form(text, 'a.txt') }),
      ) as unknown as File,
    post: async (id: string, action: string) =>
      docOf(await app().request('POST', `/api/collections/${slug}/${id}/${action}`, { as: 'eve' })) as unknown as File,
  })
  const read = (url: string, as?: string) => app().request('GET', url, { as })

  it('show the live file to the public while a draft has another', async () => {
    const drafted = file('drafted')
    const first = await drafted.create('one')
    expect((await read(first.url)).status).toBe(404)
    expect((await read(first.url, 'eve')).text).toBe('one')
    await drafted.post(first.id, 'publish')
    const second = await drafted.replace(first.id, 'two')
    expect((await read(first.url)).text).toBe('one')
    expect((await read(second.url)).status).toBe(404)
    // An editor sees the draft and the site.
    expect((await read(second.url, 'eve')).text).toBe('two')
    expect((await read(first.url, 'eve')).text).toBe('one')
    await drafted.post(first.id, 'publish')
    expect((await read(first.url)).status).toBe(404)
    expect((await read(second.url)).text).toBe('two')
  })

  it('keep files that a snapshot needs, and delete others', async () => {
    const kept = file('kept')
    const first = await kept.create('one')
    const second = await kept.replace(first.id, 'two')
    expect(await storedKeys()).toEqual(expect.arrayContaining([first.objectKey, second.objectKey]))
    const restored = await kept.post(first.id, 'restore/1')
    expect(restored).toMatchObject({ revision: 3, objectKey: first.objectKey })
    expect((await read(restored.url)).text).toBe('one')
    // Two snapshots are kept: the third and the fourth revision.
    const fourth = await kept.replace(first.id, 'four')
    await expect.poll(storedKeys).not.toContain(second.objectKey)
    expect(await storedKeys()).toEqual(expect.arrayContaining([first.objectKey, fourth.objectKey]))
    await app().request('DELETE', `/api/collections/kept/${first.id}`, { as: 'eve' })
    const left = async () => (await storedKeys()).filter((key) => [first.objectKey, fourth.objectKey].includes(key))
    await expect.poll(left).toEqual([])
  })

  it('show the file of a snapshot to readers of the snapshot', async () => {
    const kept = file('kept')
    const first = await kept.create('one')
    const second = await kept.replace(first.id, 'two')
    expect((await read(first.url, 'eve')).text).toBe('one')
    expect((await read(first.url)).status).toBe(404)
    expect((await read(second.url)).text).toBe('two')
    // With two kept, the oldest one is removed with its snapshot.
    await kept.replace(first.id, 'three')
    expect((await read(first.url, 'eve')).status).toBe(404)
    expect((await read(second.url, 'eve')).text).toBe('two')
    expect((await read(second.url)).status).toBe(404)
  })

  it('show no file of a draft in the history to callers who may not read drafts', async () => {
    const open = file('open')
    const live = await open.create('live')
    await open.post(live.id, 'publish')
    const draft = await open.replace(live.id, 'draft')
    const newer = await open.replace(live.id, 'newer')
    await open.post(live.id, 'publish')
    // It was published before, so everyone may read the live copy.
    expect((await read(live.url)).text).toBe('live')
    expect((await read(draft.url)).status).toBe(404)
    expect((await read(draft.url, 'eve')).text).toBe('draft')
    expect((await read(`${draft.url}?draft=false`, 'eve')).status).toBe(404)
    expect((await read(newer.url)).text).toBe('newer')
    await open.post(live.id, 'unpublish')
    expect((await read(live.url)).status).toBe(404)
    expect((await read(live.url, 'eve')).text).toBe('live')
    await app().request('DELETE', `/api/collections/open/${live.id}`, { as: 'eve' })
    expect((await read(draft.url, 'eve')).status).toBe(404)
    expect((await read(`${draft.url}?trash=true`, 'eve')).status).toBe(404)
    expect((await read(`${newer.url}?trash=true`, 'eve')).text).toBe('newer')
  })

  it('keep the live file, whatever the number of drafts', async () => {
    const drafted = file('drafted')
    const first = await drafted.create('one')
    await drafted.post(first.id, 'publish')
    const drafts: File[] = []
    for (const text of ['two', 'three', 'four']) drafts.push(await drafted.replace(first.id, text))
    await expect.poll(storedKeys).not.toContain(drafts[0]?.objectKey)
    expect((await read(first.url)).text).toBe('one')
    await drafted.post(first.id, 'unpublish')
    await app().app.runJobs()
    expect((await read(first.url)).status).toBe(404)
  })
})
