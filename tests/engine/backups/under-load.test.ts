// @module-tag release
import { setTimeout as sleep } from 'node:timers/promises'
import { namedFiles } from '@quirecms/features/commands'
import { describeEachDatabase } from '@quirecms/testkit'
import { expect, test } from 'vitest'
import { backUp, lookInto, newTarget, openLibrary, type OpenLibrary, restore } from './library.ts'

/** `BACKUPS=100 npm test -- tests/engine/backups/under-load.test.ts` makes a hundred on each database. */
const BACKUPS = Number(process.env['BACKUPS'] ?? 2)

/** Maximum number of posts of each writer. */
const MOST_POSTS = 6

/** Writes until it is stopped: all kinds of changes of documents and files, including permanent deletions. */
function writeAlong({ test: { app } }: OpenLibrary, seed: number): { stop(): Promise<number> } {
  const local = app.local.asSystem()
  const { posts, media } = local.collections
  const over = new AbortController()
  const made: { readonly post: string; readonly cover: string }[] = []
  let written = 0
  const file = (n: number) => ({ name: 'a.txt', content: Buffer.from(`file ${seed} ${n} `.repeat(50)) })
  const add = async (n: number) => {
    const cover = await media.create({ file: file(n), alt: `${n}` })
    const post = await posts.create({ title: `Post ${seed} ${n}`, slug: `p-${seed}-${n}`, cover: cover.id })
    await posts.publish(post.id)
    await posts.update(post.id, { title: `Post ${n}, again`, related: [post.id] })
    await media.update(cover.id, { file: file(n + 1_000_000) })
    made.push({ post: post.id, cover: cover.id })
    await local.globals.settings.update({ name: `${n}` })
  }
  const remove = async ({ post, cover }: { readonly post: string; readonly cover: string }) => {
    await posts.delete(post)
    await posts.deletePermanent(post)
    await media.delete(cover)
    await media.deletePermanent(cover)
  }
  const running = (async () => {
    while (!over.signal.aborted) {
      await add(written)
      const oldest = made.length > MOST_POSTS ? made.shift() : undefined
      if (oldest) await remove(oldest)
      written += 1
    }
  })()
  return {
    async stop() {
      over.abort()
      await running
      return written
    },
  }
}

describeEachDatabase('backups during writes (%s)', (dialect) => {
  test('restore exactly their point in time, with every file', { timeout: 120_000 + BACKUPS * 60_000 }, async () => {
    const library = await openLibrary(dialect)
    const { auth } = library.test.app.local.asSystem()
    await auth.users.createUser({ data: { email: 'ann@example.com', name: 'Ann' }, password: 'correct horse' })
    const writers = [1, 2, 3].map((seed) => writeAlong(library, seed))
    const target = await newTarget(library.config, dialect)
    const seen = new Set<string>()
    try {
      for (let n = 0; n < BACKUPS; n += 1) {
        await sleep(n === 0 ? 0 : 20)
        const { where, lines, manifest } = await backUp(library, { keep: 2 })
        expect(manifest.faults, `backup ${n}`).toEqual([])
        if (BACKUPS > 10)
          process.stderr.write(`${dialect} ${n}: ${manifest.database.form}, ${manifest.counts.objects} files\n`)
        await restore(where, target, { replace: n > 0 })
        const restored = await lookInto(target)
        expect(restored.findings, `backup ${n}`).toEqual([])
        expect(restored.lines, `backup ${n}`).toEqual(lines)
        seen.add(manifest.digest)
      }
    } finally {
      const written = await Promise.all(writers.map((writer) => writer.stop()))
      expect(Math.min(...written)).toBeGreaterThan(0)
    }
    // Each is a different snapshot.
    expect(seen.size).toBe(BACKUPS)
    const { store } = await library.runtime.files()
    await expect
      .poll(async () => {
        await library.test.app.runJobs()
        const keys: string[] = []
        for await (const key of store.list()) keys.push(key)
        return keys.toSorted()
      })
      .toEqual(await keysNamedBy(library))
  })
})

/** Files that documents refer to, and all stored files. */
async function keysNamedBy({ runtime }: OpenLibrary): Promise<string[]> {
  const keys: string[] = []
  for await (const { key, document } of namedFiles(runtime)) if (document !== null) keys.push(key)
  return keys.toSorted()
}
