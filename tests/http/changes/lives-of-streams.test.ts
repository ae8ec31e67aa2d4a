import { createTestApp, onEachDatabase } from '@quirecms/testkit'
import { defineConfig, plugin, QuireError } from 'quirecms'
import type { Call, CredentialScheme, Feature } from 'quirecms/plugin'
import { expect, inject, it, onTestFinished } from 'vitest'
import { makeUser, signedIn } from '../../engine/auth/people.ts'
import { farewellOf, follow, followWithoutReading, framesOf } from '../../engine/changes/follower.ts'
import { newsroom, settled } from '../../engine/changes/newsroom.ts'

const brief = defineConfig({
  ...newsroom,
  changes: { streams: { perUser: 2, perAddress: 4, recheck: '150ms', heartbeat: '100ms', life: '1h' } },
})

const ready = (stream: { text: string }) => expect.poll(() => stream.text).toContain('event: ready')

onEachDatabase('a stream of the change feed', { config: brief, matrix: 'validation' }, (app) => {
  const editor = async () => signedIn(app(), (await makeUser(app(), { name: 'Ed', roles: ['editor'] })).email)

  it('sends heartbeats without an id', async () => {
    await settled(app().app)
    const stream = await follow(app())
    await expect.poll(() => stream.text).toContain(':\n\n')
    expect(framesOf(stream.text)).toEqual([{ event: 'ready', data: { next: expect.any(String) } }])
  })

  it('ends with its session, and with its key', async () => {
    const user = await editor()
    const { body } = await app().request('POST', '/api/auth/api-keys', { body: { name: 'k' }, headers: user.byCookie })
    const byKey = { authorization: `Bearer ${body.key}` }
    const streams = {
      token: await follow(app(), '', undefined, user.byToken),
      key: await follow(app(), '', undefined, byKey),
    }
    await Promise.all(Object.values(streams).map(ready))
    await app().request('DELETE', `/api/auth/api-keys/${body.doc.id}`, { headers: user.byToken })
    await expect.poll(() => farewellOf(streams.key.text)).toBe('credential')
    expect(streams.token.isOver).toBe(false)
    const cookie = await follow(app(), '', undefined, user.byCookie)
    await ready(cookie)
    await app().request('POST', '/api/auth/logout', { headers: user.byToken })
    for (const stream of [streams.token, cookie]) await expect.poll(() => farewellOf(stream.text)).toBe('credential')
    await expect.poll(() => Object.values(streams).every(({ isOver }) => isOver)).toBe(true)
  })

  it('continues when its session is refreshed, by any token, and ends with the session', async () => {
    const user = await editor()
    const streams = [
      await follow(app(), '', undefined, user.byToken),
      await follow(app(), '', undefined, user.byCookie),
    ]
    await Promise.all(streams.map(ready))
    const { status, body } = await app().request('POST', '/api/auth/refresh', { headers: user.byToken })
    expect(status).toBe(200)
    const stale = await app().request('GET', '/api/auth/me', { headers: user.byToken })
    expect(stale.status).toBe(401)
    // Several heartbeats later, the service has checked access again.
    const beats = (text: string) => text.split(':\n\n').length
    const soFar = streams.map(({ text }) => beats(text))
    await expect.poll(() => streams.every(({ text }, index) => beats(text) > (soFar[index] ?? 0) + 6)).toBe(true)
    const { id } = await app().app.local.collections.plain.create({ name: 'still heard' })
    for (const stream of streams) await expect.poll(() => stream.text).toContain(id)
    expect(streams.map(({ text }) => farewellOf(text))).toEqual([undefined, undefined])
    await app().request('POST', '/api/auth/logout', { headers: { authorization: `Session ${body.token}` } })
    for (const stream of streams) await expect.poll(() => farewellOf(stream.text)).toBe('credential')
  })

  it('ends with its user, and applies a changed role from then on', async () => {
    const user = await editor()
    const stream = await follow(app(), '?collections=posts', undefined, user.byToken)
    await ready(stream)
    const system = app().app.local.asSystem().collections
    const seen = await system.posts.create({ title: 'Seen' })
    await expect.poll(() => stream.text).toContain(seen.id)
    await system.users.update(user.id, { roles: ['reader'] })
    const hidden = await system.posts.create({ title: 'A draft' })
    const shown = await system.posts.create({ title: 'Public' }, { publish: true })
    await expect.poll(() => stream.text).toContain(shown.id)
    expect(stream.text).not.toContain(hidden.id)
    await system.users.delete(user.id)
    await expect.poll(() => farewellOf(stream.text)).toBe('credential')
  })

  it('is limited per user and address, and frees its slot', async () => {
    const user = await editor()
    const first = await follow(app(), '', undefined, user.byToken)
    await follow(app(), '', undefined, user.byToken)
    const third = await follow(app(), '', undefined, user.byToken)
    expect(third.status).toBe(429)
    expect(third.headers.get('retry-after')).toBe('5')
    await follow(app())
    await follow(app())
    expect((await follow(app())).status).toBe(429)
    first.end()
    await expect.poll(async () => (await follow(app(), '', undefined, user.byToken)).status).toBe(200)
    expect((await follow(app(), '?after=x')).status).toBe(400)
  })

  it('is closed for clients that do not read, and continues from its last cursor', { tags: ['release'] }, async () => {
    const { body: start } = await app().request('GET', '/api/changes')
    const { plain } = app().app.local.collections
    const body = 'x'.repeat(60_000)
    for (let index = 0; index < 150; index += 1) await plain.create({ name: String(index), body })
    await settled(app().app)
    const asked = `?after=${start.next}&documents=true&collections=plain`
    const quick = await follow(app(), asked)
    await expect.poll(() => quick.isOver || quick.text.includes('event: ready')).toBe(true)
    expect(quick.text.split('event: change')).toHaveLength(151)
    quick.end()
    const slow = await followWithoutReading(app(), asked)
    const text = await new Promise<string>((resolve) => setTimeout(() => resolve(slow.readOn()), 1_000))
    expect(farewellOf(text)).toBe('slow')
    const told = framesOf(text)
    const names = told.filter(({ event }) => event === 'change').map(({ data }) => numberOf(data))
    expect(names.length).toBeLessThan(150)
    let next: unknown = told.find(({ event }) => event === 'end')?.data?.['next']
    // Pages are limited in bytes, too.
    const others: unknown[] = []
    for (let pages = 0, behind = true; behind && pages < 10; pages += 1) {
      const { body: rest } = await app().request('GET', `/api/changes?after=${String(next)}&documents=true&limit=500`)
      others.push(...(rest.changes as Record<string, unknown>[]).map(numberOf))
      next = rest.next
      behind = rest.behind as boolean
    }
    expect([...names, ...others]).toEqual(Array.from({ length: 150 }, (_, index) => index))
  })
})

function numberOf(change: Record<string, unknown> = {}): number {
  return Number.parseInt((change['doc'] as { name: string }).name, 10)
}

it('closes at once with the service, whatever the number of streams', async () => {
  // Idle connections are kept longer than streams may delay the shutdown.
  const server = { rateLimit: false, drain: '20s' } as const
  const config = defineConfig({ ...newsroom, server, changes: { streams: { perAddress: 100 } } })
  const app = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
  const streams = await Promise.all(Array.from({ length: 100 }, () => follow(app)))
  await Promise.all(streams.map(ready))
  const local = (async () => {
    for await (const { event } of app.app.local.changes()) expect.unreachable(event)
  })()
  const began = performance.now()
  await app.close()
  expect(performance.now() - began).toBeLessThan(1_500)
  await local
  await expect.poll(() => streams.every(({ isOver }) => isOver)).toBe(true)
  expect(new Set(streams.map(({ text }) => farewellOf(text)))).toEqual(new Set(['stopping']))
})

it('is aborted for clients that do not even read its end, and keeps its slot until then', {
  tags: ['release'],
}, async () => {
  const config = defineConfig({ ...newsroom, changes: { streams: { perAddress: 1, heartbeat: '100ms' } } })
  const app = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
  onTestFinished(() => app.close())
  const body = 'x'.repeat(60_000)
  for (let index = 0; index < 150; index += 1) await app.app.local.collections.plain.create({ body })
  const idle = await followWithoutReading(app, '?after=&documents=true')
  let refusals = 0
  const isFree = async () => {
    const stream = await follow(app)
    stream.end()
    refusals += Number(stream.status === 429)
    return stream.status
  }
  await expect.poll(isFree, { interval: 100 }).toBe(200)
  // The client was slow after a tenth of a second, and kept its place while connected.
  expect(refusals).toBeGreaterThan(5)
  await expect(idle.readOn()).rejects.toThrow('aborted')
})

it('ends with a retry while its credential cannot be checked', async () => {
  let failure: QuireError | null = null
  const badge: CredentialScheme<Call> = {
    name: 'badge',
    description: 'A badge.',
    place: { in: 'header', name: 'X-Badge' },
    recognise(_call, { secret }) {
      if (failure) throw failure
      return { collection: 'users', id: secret }
    },
  }
  const badges: Feature<Call> = {
    name: 'badges',
    for: ({ kind }) => kind === 'service',
    adds: () => ({ credentials: [badge] }),
  }
  const config = defineConfig({
    ...newsroom,
    changes: { streams: { recheck: '20ms' } },
    plugins: [plugin({ key: 'badges', features: [badges] })],
  })
  const app = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
  onTestFinished(() => app.close())
  const { id } = await makeUser(app, { name: 'Ed', roles: ['editor'] })
  const endWith = async (error: QuireError) => {
    failure = null
    const stream = await follow(app, '', undefined, { 'x-badge': id })
    await ready(stream)
    failure = error
    await expect.poll(() => stream.isOver).toBe(true)
    return farewellOf(stream.text)
  }
  expect(await endWith(new QuireError('unavailable', 'The database is away.'))).toBe('life')
  expect(await endWith(new QuireError('internal', 'Something broke.'))).toBe('life')
  expect(await endWith(new QuireError('unauthenticated', 'It has run out.'))).toBe('credential')
})

it('reconnects after its maximum lifetime', async () => {
  const config = defineConfig({ ...newsroom, changes: { streams: { life: '200ms' } } })
  const app = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
  onTestFinished(() => app.close())
  const stream = await follow(app)
  await expect.poll(() => stream.isOver).toBe(true)
  expect(farewellOf(stream.text)).toBe('life')
})
