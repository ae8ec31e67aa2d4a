import { docOf, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'
import { form } from './gallery.ts'

/** Counts calls of rules and reads of files. */
let log: string[] = []

const asked =
  (rule: string, verdict: boolean | ((data: unknown) => boolean)) =>
  ({ data }: { data?: unknown }) => {
    log.push(rule)
    return typeof verdict === 'boolean' ? verdict : verdict((data as { alt?: string } | undefined)?.alt)
  }

const fields = { alt: f.text(), stock: f.number({ default: 0 }) }
const sighted = (alt: unknown) => alt !== 'no'

const config = defineConfig({
  server: { rateLimit: false },
  collections: {
    open: collection({
      upload: true,
      fields,
      access: { read: () => true, create: asked('create', true), update: asked('update', true) },
    }),
    sighted: collection({
      upload: true,
      fields,
      access: { read: () => true, create: asked('create', sighted), update: asked('update', sighted) },
    }),
    closed: collection({
      upload: true,
      fields,
      access: { read: () => true, create: asked('create', false), update: asked('update', false) },
    }),
  },
})

onEachDatabase('the rule of an upload', { config }, (app) => {
  beforeEach(() => {
    log = []
  })

  const file = () => ({
    name: 'a.txt',
    content: (async function* bytes() {
      log.push('bytes')
      yield Buffer.from('text')
    })(),
  })
  type Files = Record<'create' | 'update', (...values: unknown[]) => Promise<{ id: string }>>
  const of = (slug: 'open' | 'sighted' | 'closed') => app().app.local.collections[slug] as unknown as Files
  const made = async (slug: 'open' | 'sighted' | 'closed') => {
    const system = app().app.local.asSystem().collections[slug] as unknown as Files
    const { id } = await system.create({ alt: 'A', file: file() })
    log = []
    return id
  }

  it('is checked before the bytes are read, and again when it is written', async () => {
    const { id } = await of('open').create({ alt: 'A', file: file() })
    expect(log).toEqual(['create', 'bytes', 'create'])
    log = []
    await of('open').update(id, { alt: 'B', file: file() })
    expect(log).toEqual(['update', 'bytes', 'update'])
  })

  it('refuses callers without rights before the first byte, also for relative changes of numbers', async () => {
    await expect(of('closed').create({ alt: 'A', file: file() })).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(log).toEqual(['create'])
    const id = await made('closed')
    await expect(of('closed').update(id, { alt: 'A', file: file() })).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    expect(log).toEqual(['update'])
  })

  it('gets the data once it has arrived', async () => {
    const id = await made('sighted')
    const refused = await app().request('PATCH', `/api/collections/sighted/${id}`, {
      body: form('B', 'b.txt', { alt: 'no' }),
    })
    expect(refused.status).toBe(401)
    const changed = await app().request('PATCH', `/api/collections/sighted/${id}`, {
      body: form('B', 'b.txt', { alt: 'B', stock: { increment: 2 } }),
    })
    expect(docOf(changed)).toMatchObject({ alt: 'B', stock: 2 })
  })
})
