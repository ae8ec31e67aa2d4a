import { collection, createApp, createLogger, defineConfig, f, global, sqlite } from 'quirecms'
import { describe, expect, it, onTestFinished } from 'vitest'

const everybody = () => true
const all = {
  read: everybody,
  create: everybody,
  update: everybody,
  delete: everybody,
  deletePermanent: everybody,
  readDrafts: everybody,
  readVersions: everybody,
  publish: everybody,
  unlock: everybody,
}
const { create: _create, delete: _delete, deletePermanent: _deletePermanent, unlock: _unlock, ...ofGlobals } = all
const fields = { title: f.text() }

/** Warnings about rules in an application with these collections and globals. */
async function saidOf(collections: Record<string, object>, globals: Record<string, object> = {}): Promise<string[]> {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) }
  const app = await createApp(
    defineConfig({
      database: sqlite(':memory:'),
      collections: Object.fromEntries(
        Object.entries(collections).map(([slug, options]) => [slug, collection({ fields, ...options })]),
      ),
      globals: Object.fromEntries(
        Object.entries(globals).map(([slug, options]) => [slug, global({ fields, ...options })]),
      ),
    }),
    { log: createLogger({ level: 'warn', destination }) },
  )
  onTestFinished(() => app.close())
  await app.listen({ port: 0 })
  return lines.filter((line) => line.includes('rule'))
}

const named = (lines: readonly string[]) => lines.map((line) => /\S+\.access\.\w+/.exec(line)?.[0]?.replace(/\.$/, ''))

describe('access rules that no operation uses', () => {
  it('are reported at startup, with what they need', async () => {
    const said = await saidOf({ notes: { access: all } }, { site: { access: ofGlobals } })
    expect(named(said)).toEqual([
      'collections.notes.access.deletePermanent',
      'collections.notes.access.readDrafts',
      'collections.notes.access.readVersions',
      'collections.notes.access.publish',
      'collections.notes.access.unlock',
      'globals.site.access.readDrafts',
      'globals.site.access.readVersions',
      'globals.site.access.publish',
    ])
    expect(said[2]).toBe(
      'nothing uses the rule collections.notes.access.readVersions. It needs `versions`: switch that on, or leave the rule out.',
    )
  })

  it('are only those of disabled features', async () => {
    const versions = { drafts: true }
    expect(await saidOf({ posts: { access: all, trash: true, versions, auth: undefined } })).toEqual([
      expect.stringContaining('collections.posts.access.unlock'),
    ])
    expect(named(await saidOf({ users: { access: all, auth: true, trash: true, versions: true } }))).toEqual([
      'collections.users.access.readDrafts',
      'collections.users.access.publish',
    ])
    expect(named(await saidOf({ users: { access: { unlock: everybody }, auth: { lockout: false } } }))).toEqual([
      'collections.users.access.unlock',
    ])
    expect(await saidOf({ site: {} }, { front: { access: ofGlobals, versions } })).toEqual([])
  })
})
