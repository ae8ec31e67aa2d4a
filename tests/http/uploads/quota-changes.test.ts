import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { docOf, onEachDatabase, type TestApp } from '@quirecms/testkit'
import fc from 'fast-check'
import { collection, defineConfig, disk, f } from 'quirecms'
import { afterAll, expect, it } from 'vitest'
import { PATIENCE, runs } from '../../setup/runs.ts'
import { form } from './gallery.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-quota-changes-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const everybody = () => true
const rules = { read: everybody, create: everybody, update: everybody, delete: everybody }
const access = { ...rules, deletePermanent: everybody }
const fields = { alt: f.text({ maxLength: 5 }) }
const QUOTA = 1000

const config = defineConfig({
  storage: disk(folder),
  server: { rateLimit: false },
  collections: {
    users: collection({ auth: true, fields: {} }),
    common: collection({ upload: { quota: { total: QUOTA } }, trash: true, fields, access }),
    own: collection({ upload: { quota: { user: QUOTA } }, trash: true, fields, access }),
  },
})

const actors = {
  eve: { id: '01900000-0000-7000-8000-000000000001', collection: 'users' },
  bob: { id: '01900000-0000-7000-8000-000000000002', collection: 'users' },
}
type Who = keyof typeof actors
type Slug = 'common' | 'own'

/** A user's change of the nth file. */
interface Change {
  readonly what: 'upload' | 'replace' | 'duplicate' | 'trash' | 'restore' | 'delete' | 'refused' | 'jobs'
  readonly as: Who
  readonly nth: number
  readonly bytes: number
}

const anyChange: fc.Arbitrary<Change> = fc.record({
  what: fc.constantFrom('upload', 'upload', 'replace', 'duplicate', 'trash', 'restore', 'delete', 'refused', 'jobs'),
  as: fc.constantFrom<Who>('eve', 'bob'),
  nth: fc.nat(5),
  bytes: fc.constantFrom(0, 1, 100, 333, 400, 999),
})

const file = (bytes: number, alt = 'a') => form('x'.repeat(bytes), 'a.txt', { alt })

/** Uploader of each object, by the responses. */
type Uploaders = Map<string, Who>

async function apply(app: TestApp<typeof config>, slug: Slug, change: Change, uploaders: Uploaders): Promise<void> {
  const { what, as, nth, bytes } = change
  if (what === 'jobs') return app.app.runJobs()
  const all = `/api/collections/${slug}`
  const trash = what === 'restore' || what === 'delete'
  const { docs } = await app.app.local.asSystem().collections[slug].find({ trash, sort: 'id' })
  const one = `${all}/${docs[nth % Math.max(docs.length, 1)]?.id ?? '01900000-0000-7000-8000-00000000dead'}`
  const requests: Record<Exclude<Change['what'], 'jobs'>, [method: string, path: string, body?: FormData]> = {
    upload: ['POST', all, file(bytes)],
    refused: ['POST', all, file(bytes, 'far too long')],
    replace: ['PATCH', one, file(bytes)],
    duplicate: ['POST', `${one}/duplicate`],
    trash: ['DELETE', one],
    restore: ['POST', `${one}/restore`],
    delete: ['DELETE', `${one}/permanent`],
  }
  const [method, path, body] = requests[what]
  const answer = await app.request(method, path, { as, ...(body && { body }) })
  expect([200, 201, 404, 409, 413, 422]).toContain(answer.status)
  const key =
    answer.status < 300 && ['upload', 'replace', 'duplicate'].includes(what) ? docOf(answer)['objectKey'] : null
  if (typeof key === 'string') uploaders.set(key, as)
}

/** Bytes of all files of documents, including the trash. */
async function stored(app: TestApp<typeof config>, slug: Slug, uploaders: Uploaders, who?: Who): Promise<number> {
  const files = app.app.local.asSystem().collections[slug]
  const { docs } = await files.find({ limit: 100 })
  const { docs: trashed } = await files.find({ limit: 100, trash: true })
  return [...docs, ...trashed]
    .filter(({ objectKey }) => who === undefined || uploaders.get(objectKey) === who)
    .reduce((sum, { filesize }) => sum + filesize, 0)
}

onEachDatabase('quotas under concurrent changes', { config, actors }, (app) => {
  /** Exactly the rest of the quota fits. */
  const expectRest = async (slug: Slug, who: Who, used: number) => {
    expect(used).toBeLessThanOrEqual(QUOTA)
    const upload = (bytes: number) => app().request('POST', `/api/collections/${slug}`, { body: file(bytes), as: who })
    expect((await upload(QUOTA - used + 1)).status).toBe(413)
    if (used === QUOTA) return
    const rest = await upload(QUOTA - used)
    expect(rest.status).toBe(201)
    await removeForGood(slug, docOf(rest).id)
  }

  const removeForGood = async (slug: Slug, id: string) => {
    const files = app().app.local.asSystem().collections[slug]
    await files.delete(id)
    await files.deletePermanent(id)
  }

  it.each(['common', 'own'] as const)(
    'are exact after any concurrent operations: %s',
    async (slug) => {
      const batches = fc.array(fc.array(anyChange, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 })
      await fc.assert(
        fc.asyncProperty(batches, async (changes) => {
          const files = app().app.local.asSystem().collections[slug]
          const uploaders: Uploaders = new Map()
          for (const { id } of (await files.find({ limit: 100 })).docs) await files.delete(id)
          for (const { id } of (await files.find({ limit: 100, trash: true })).docs) await files.deletePermanent(id)
          for (const batch of changes) {
            await Promise.all(batch.map((one) => apply(app(), slug, one, uploaders)))
            for (const who of ['eve', 'bob'] as const)
              await expectRest(slug, who, await stored(app(), slug, uploaders, slug === 'own' ? who : undefined))
          }
        }),
        runs(2),
      )
    },
    PATIENCE,
  )
})
