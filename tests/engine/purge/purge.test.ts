import { createHmac } from 'node:crypto'
import { type Purge, purge, type PurgeOptions, url as cacheAt } from '@quirecms/purge'
import { purgeApi } from '@quirecms/purge/api'
import { createTestApp, describeEachDatabase, type Dialect, must } from '@quirecms/testkit'
import { collection, createApp, createLogger, defineConfig, f, global } from 'quirecms'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { archivePlugin } from '../features/archive-plugin.ts'
import { startCache } from './shared-cache.ts'

const everybody = () => true
const open = { read: everybody, create: everybody, update: everybody, delete: everybody, publish: everybody }
const SECRET = 'of the cache'

function magazine(address: string, options: Partial<PurgeOptions> = {}, tagSecret?: string) {
  const cache = '1h'
  return defineConfig({
    server: {
      rateLimit: false,
      cacheTags: { header: 'Cache-Tag', ...(tagSecret !== undefined && { secret: tagSecret }) },
    },
    plugins: [
      archivePlugin,
      purge({
        to: cacheAt({ url: address, secret: SECRET, privateNetwork: true }),
        collect: '20ms',
        retryAfter: ['20ms', '20ms'],
        ...options,
      }),
    ],
    collections: {
      users: collection({ auth: true, fields: {} }),
      authors: collection({ cache, fields: { name: f.text() }, access: open }),
      posts: collection({
        cache,
        archivable: true,
        versions: { drafts: true },
        fields: { title: f.text(), author: f.relationship({ to: 'authors' }) },
        access: { ...open, readDrafts: ({ actor }) => actor !== null },
      }),
      hidden: collection({ fields: { name: f.text() }, access: { read: () => false } }),
    },
    globals: {
      site: global({
        cache,
        fields: { name: f.text(), author: f.relationship({ to: 'authors' }) },
        access: { read: everybody, update: everybody },
      }),
    },
    admin: { users: 'users' },
  })
}

async function start(dialect: Dialect, options?: Partial<PurgeOptions>, tagSecret?: string) {
  const origins: string[] = []
  const cache = await startCache(() => origins, SECRET)
  onTestFinished(() => cache.close())
  const config = magazine(cache.url, options, tagSecret)
  const app = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl') })
  onTestFinished(() => app.close())
  origins.push(app.url)
  const local = app.local.asSystem()
  const log = local.plugin(purgeApi)
  const of = (slug: string) => local.collection(slug)
  const settled = () => expect.poll(async () => (await log.purges({ status: 'pending' })).docs).toEqual([])
  return { app, cache, config, origins, of, ofGlobal: (slug: string) => local.global(slug), log, settled }
}

describeEachDatabase('cache purges (%s)', (dialect) => {
  it('follow changes of live content, not of drafts', async () => {
    const { cache, of, ofGlobal, settled } = await start(dialect)
    const author = String((await of('authors').create({ name: 'Ann' }))['id'])
    await settled()
    const post = String((await of('posts').create({ title: 'One', author }))['id'])
    await settled()
    // Drafts purge nothing.
    expect(cache.purges.flat()).not.toContain(`d:${post}`)
    await of('posts').publish(post)
    await settled()
    expect(cache.purges.at(-1)?.toSorted()).toEqual(['c:posts', `d:${post}`].toSorted())
    const count = cache.purges.length
    await of('posts').update(post, { title: 'Two' })
    await ofGlobal('site').update({ name: 'A', author })
    await settled()
    expect(cache.purges.slice(count)).toEqual([['g:site']])
    await of('authors').update(author, { name: 'Bea' })
    await settled()
    // Referencing documents may embed it.
    expect(cache.purges.at(-1)?.toSorted()).toEqual(['c:authors', `d:${author}`, `d:${post}`, 'g:site'].toSorted())
    await of('posts').delete(post)
    await settled()
    expect(cache.purges.at(-1)).toContain(`d:${post}`)
  })

  it('follow hiding and showing by a plugin', async () => {
    const { cache, of, settled } = await start(dialect)
    const post = String((await of('posts').create({ title: 'One' }))['id'])
    await of('posts').publish(post)
    for (const method of ['archive', 'unarchive']) {
      await settled()
      cache.purges.length = 0
      await must(of('posts')[method], method)(post)
      await settled()
      expect(cache.purges.flat()).toContain(`d:${post}`)
    }
  })

  it('are batched, with the cache tags of responses', async () => {
    const { cache, of, log, settled } = await start(dialect, { collect: '300ms' }, 'a secret of some length')
    for (let number = 0; number < 5; number += 1) await of('authors').create({ name: String(number) })
    await settled()
    const tag = createHmac('sha256', 'a secret of some length').update('c:authors').digest('base64url').slice(0, 8)
    expect(cache.purges.filter((tags) => tags.includes(tag)).length).toBeLessThan(5)
    expect(cache.purges.flat().every((one) => /^[\w-]{8}$/.test(one))).toBe(true)
    expect((await log.purges()).docs.map(({ status, collection: slug }: Purge) => [status, slug])).toEqual(
      Array.from({ length: 5 }, () => ['purged', 'authors']),
    )
  })

  it('are retried after a failure, and failed ones are logged', async () => {
    const { cache, of, log, settled } = await start(dialect)
    let refused = 0
    cache.answer = () => (refused++ < 2 ? 503 : undefined)
    await of('authors').create({ name: 'Ann' })
    await settled()
    expect((await log.purges()).docs).toMatchObject([{ status: 'purged', attempts: 3 }])
    cache.answer = () => 403
    await of('authors').create({ name: 'Bea' })
    await settled()
    const [given] = (await log.purges({ status: 'failed' })).docs
    expect(given).toMatchObject({ attempts: 3, error: 'The cache answered with status 403.' })
    cache.answer = () => undefined
    expect(await log.retry()).toEqual({ retried: 1 })
    await settled()
    expect((await log.purges({ status: 'failed' })).docs).toEqual([])
  })

  it('leave no outdated response in the cache, with two instances, and never a draft', {
    timeout: 60_000,
    tags: ['release'],
  }, async () => {
    const { app, cache, config, origins, of, settled } = await start(dialect)
    const second = await createApp(
      { ...config, database: app.database },
      { migrate: false, log: createLogger({ level: 'silent' }) },
    )
    onTestFinished(() => second.close())
    origins.push(await second.listen({ port: 0 }))
    const other = second.local.asSystem()
    const locals = [of, (slug: string) => other.collection(slug)] as const
    const ids: string[] = []
    for (let number = 0; number < 4; number += 1) {
      const author = (await of('authors').create({ name: `Author ${number}` }))['id']
      const { id } = await of('posts').create({ title: `Live ${number}`, author })
      await of('posts').publish(String(id))
      ids.push(String(id))
    }
    const paths = [
      '/api/collections/posts',
      '/api/collections/posts?depth=1',
      '/api/collections/authors/count',
      '/api/globals/site?depth=1',
      ...ids.map((id) => `/api/collections/posts/${id}?depth=1`),
    ]
    const fromCache = async (path: string) => (await fetch(cache.url + path)).text()
    for (let round = 0; round < 6; round += 1) {
      const reading = Array.from({ length: 40 }, (_, number) =>
        fromCache(paths[(number * 7 + round) % paths.length] ?? ''),
      )
      const writing = ids.map(async (id, number) => {
        const on = locals[(number + round) % 2] ?? of
        const { author } = (await on('posts').findOne(id)) as { author?: unknown }
        await on('authors').update(String(author), { name: `Author ${number} in ${round}` })
        await on('posts').update(id, { title: `DRAFT ${number} in ${round}` })
        if ((number + round) % 3 === 0) await on('posts').update(id, { title: `Live ${number} in ${round}` })
        if ((number + round) % 3 === 0) await on('posts').publish(id)
      })
      const read = await Promise.all(reading)
      await Promise.all(writing)
      await settled()
      for (const text of read) expect(text).not.toContain('DRAFT')
      for (const path of paths) {
        const fresh = await (await fetch(`${origins[0]}${path}`)).text()
        expect(await fromCache(path), path).toBe(fresh)
      }
    }
    // A control: the cache had entries.
    expect(cache.kept.size).toBeGreaterThan(5)
  })

  it('are sent by another instance if the writing one crashes', async () => {
    const { app, cache, config, of } = await start(dialect, { collect: '1h' })
    await of('authors').create({ name: 'Ann' })
    expect(cache.purges).toEqual([])
    await app.app.close()
    // Runs again when collected changes are due.
    const later = () => new Date(Date.now() + 3_601_000)
    const second = await createApp(
      { ...config, database: app.database },
      { migrate: false, clock: later, log: createLogger({ level: 'silent' }) },
    )
    onTestFinished(() => second.close())
    await expect.poll(() => cache.purges.flat()).toContain('c:authors')
  })

  it('have a log for users who may read everything', async () => {
    const { app } = await start(dialect)
    expect((await app.request('GET', '/api/plugins/purge/purges')).status).toBe(401)
    expect((await app.request('POST', '/api/plugins/purge/retry')).status).toBe(401)
  })
})

describe('the options', () => {
  const config = { collections: {}, server: { cacheTags: { header: 'Cache-Tag' } } }
  it.each([
    ['no cache', { ...config, plugins: () => purge({} as PurgeOptions) }, 'purge.to'],
    [
      'a slip',
      { ...config, plugins: () => purge({ to: cacheAt({ url: 'https://a.example' }), colect: '1s' } as never) },
      'purge.colect',
    ],
    ['http', { ...config, plugins: () => purge({ to: cacheAt({ url: 'http://a.example' }) }) }, 'purge.to.url'],
    ['no URL', { ...config, plugins: () => purge({ to: cacheAt({ url: 'nowhere' }) }) }, 'purge.to.url'],
    [
      'a wrong time',
      { ...config, plugins: () => purge({ to: cacheAt({ url: 'https://a.example' }), timeout: '2h' }) },
      'purge.timeout',
    ],
  ])('are refused: %s', (_, { plugins }, place) => {
    expect(plugins).toThrow(place)
  })

  it('need cache tags on responses', async () => {
    const made = createApp(
      defineConfig({ collections: {}, plugins: [purge({ to: cacheAt({ url: 'https://a.example' }) })] }),
    )
    await expect(made).rejects.toThrow('server.cacheTags')
  })
})
