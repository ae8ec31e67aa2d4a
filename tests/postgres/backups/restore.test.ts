import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import fs, { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { type OpenStorage, QuireError, type Storage } from '@quirecms/core'
import { holdingObjects, OBJECTS } from '@quirecms/features/commands'
import { must } from '@quirecms/testkit'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { newBackupKey } from '../../../packages/quire/src/backups/encryption/keys.ts'
import { openPlace } from '../../../packages/quire/src/backups/open-place.ts'
import { fileSource, folderPlace } from '../../../packages/quire/src/backups/places/folder-place.ts'
import { openTarget, type RestoreTarget } from '../../../packages/quire/src/backups/restore/target.ts'
import {
  backUp,
  lookInto,
  newTarget,
  noKey,
  openLibrary,
  type OpenLibrary,
  restore,
  testFolder,
} from '../../engine/backups/library.ts'

const HASH = '$argon2id$'

async function seed({ test: { app } }: OpenLibrary): Promise<{ readonly file: string; readonly key: string }> {
  const local = app.local.asSystem()
  const { posts, media } = local.collections
  const ann = await local.auth.users.createUser({
    data: { email: 'ann@example.com', name: 'Ann' },
    password: 'correct horse',
  })
  const file = await media.create({ file: { name: 'a.txt', content: Buffer.from('one') }, alt: 'Letters' })
  // A file that only a version refers to; a large one has a file of its own in the backup.
  await media.update(file.id, { file: { name: 'b.txt', content: Buffer.alloc(3_000_000, 'two ') } })
  const post = await posts.create({ title: 'Hello', slug: 'hello', cover: file.id, author: ann.id })
  await posts.publish(post.id)
  await posts.update(post.id, { title: 'Hallo' }, { locale: 'de' })
  const gone = await posts.create({ title: 'Gone', slug: 'gone' })
  await posts.delete(gone.id)
  await local.globals.settings.update({ name: 'Site ☕' })
  return { file: file.id, key: must((file as { objectKey?: string }).objectKey, 'key of the file') }
}

async function seeded(dialect: 'sqlite' | 'postgres' = 'sqlite') {
  const library = await openLibrary(dialect)
  return { ...library, ...(await seed(library)) }
}

/** Adds content to a target; returns a description. */
async function occupy(target: RestoreTarget) {
  const { app } = await openTarget(target, { migrate: true })
  const local = app.local.asSystem() as unknown as OpenLibrary['test']['app']['local']
  await local.collections.media.create({ file: { name: 'old.txt', content: Buffer.from('old') }, alt: 'Old' })
  await app.close()
  return lookInto(target)
}

const sha = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

describe('a backup of SQLite', () => {
  test('is one file that only its owner can read, complete, and restorable on either database', async () => {
    const library = await seeded()
    const { where, lines, manifest } = await backUp(library)
    expect((await stat(where)).mode & 0o777).toBe(0o600)
    expect(await readdir(dirname(where))).toEqual(['.quire-backups', where.slice(dirname(where).length + 1)])
    expect(await readdir(join(dirname(where), '.quire-backups'))).toEqual([])
    expect(manifest).toMatchObject({
      versions: { quire: expect.stringMatching(/^\d/) },
      database: { form: 'sqlite' },
      counts: { documents: { posts: 2, 'posts:live': 1, media: 1, users: 1 }, objects: 2, bytes: 3_000_003 },
      faults: [],
    })
    for (const dialect of ['sqlite', 'postgres'] as const) {
      const target = await newTarget(library.config, dialect)
      await restore(where, target)
      const restored = await lookInto(target)
      expect(restored.findings).toEqual([])
      if (dialect === 'sqlite') expect(restored.lines).toEqual(lines)
      // PostgreSQL formats JSON differently.
      else expect(restored.lines.map(plain).toSorted()).toEqual(lines.map(plain).toSorted())
    }
  })

  test('refuses to replace existing content without the flag', {
    tags: ['release'],
  }, async () => {
    const library = await seeded()
    const { where, lines } = await backUp(library)
    const target = await newTarget(library.config, 'sqlite')
    const old = await occupy(target)
    await expect(restore(where, target)).rejects.toThrow('--replace')
    expect(await lookInto(target)).toEqual(old)
    // Existing files alone cause a refusal.
    const elsewhere = { ...(await newTarget(library.config, 'sqlite')), config: target.config }
    const { database } = await newTarget(library.config, 'sqlite')
    await expect(restore(where, { ...target, config: elsewhere.config, database })).rejects.toThrow('--to-files')

    await restore(where, target, { replace: true })
    const restored = await lookInto(target)
    // The old file is deleted; otherwise the doctor would report it.
    expect(restored.findings).toEqual([])
    expect(restored.lines).toEqual(lines)
  })

  test('is refused while another process has the database open', async () => {
    const library = await seeded()
    const { where } = await backUp(library)
    const target = await newTarget(library.config, 'sqlite')
    const old = await occupy(target)
    const { app } = await openTarget(target, { migrate: false })
    await expect(restore(where, target, { replace: true })).rejects.toThrow('First stop the service')
    await app.close()
    expect(await lookInto(target)).toEqual(old)
  })

  test('replaces a broken database, and keeps the remains', async () => {
    const library = await seeded()
    const { where, lines } = await backUp(library)
    const target = await newTarget(library.config, 'sqlite')
    const path = must('path' in target.database ? target.database.path : undefined, 'path')
    await writeFile(path, 'this was a database once')
    await expect(restore(where, target)).rejects.toThrow('--replace')
    await restore(where, target, { replace: true })
    expect(await lookInto(target)).toMatchObject({ lines, findings: [] })
    expect((await readdir(dirname(path))).some((name) => name.includes('.broken-'))).toBe(true)
  })

  test('changes nothing if it is damaged, or changes during the restore', {
    tags: ['release'],
  }, async () => {
    const library = await seeded()
    const { where } = await backUp(library)
    const target = await newTarget(library.config, 'sqlite')
    const old = await occupy(target)
    const path = must('path' in target.database ? target.database.path : undefined, 'path')
    const before = await sha(path)
    const bytes = await readFile(where)
    const damaged = join(testFolder(), 'damaged.tar.zst')
    await writeFile(damaged, bytes.subarray(0, -100))
    await expect(restore(damaged, target, { replace: true })).rejects.toThrow('not a backup')
    expect(await sha(path)).toBe(before)
    // The second read lacks the end: by then, files are being restored.
    let reads = 0
    const changing = { ...fileSource('/', where), open: () => fileSource('/', reads++ === 0 ? where : damaged).open() }
    await expect(restore(where, target, { replace: true, source: changing })).rejects.toThrow()
    expect(reads).toBe(2)
    expect(await lookInto(target)).toEqual(old)
  })

  test('names missing or damaged files, is made nevertheless, and keeps older backups that have them', async () => {
    const library = await seeded()
    const good = await backUp(library, { keep: 1 })
    const { store } = await library.runtime.files()
    const keys = (await library.runtime.storage.reader.records.find(OBJECTS.name, {})).map(({ key }) => key).toSorted()
    await store.remove(keys.slice(0, 1))
    const faulty = await backUp(library, { keep: 1 })
    expect(faulty.manifest.faults).toEqual([{ key: keys[0], document: `media ${library.file}`, fault: 'missing' }])
    expect(existsSync(good.where)).toBe(true)
    const target = await newTarget(library.config, 'sqlite')
    await restore(faulty.where, target)
    expect((await lookInto(target)).findings).toHaveLength(1)
  })

  test('keeps the configured number', async () => {
    const library = await seeded()
    const made = [
      await backUp(library, { keep: 2 }),
      await backUp(library, { keep: 2 }),
      await backUp(library, { keep: 2 }),
    ]
    expect(made.map(({ where }) => existsSync(where))).toEqual([false, true, true])
    expect(made[2]?.removed).toHaveLength(1)
    // A clock that was set back gives it the oldest name.
    const { runtime } = library
    const earlier = { ...library, runtime: { ...runtime, clock: () => new Date('2001-01-01T00:00:00Z') } }
    const { where, removed } = await backUp(earlier, { keep: 2 })
    expect([existsSync(where), removed]).toEqual([true, []])
  })

  test('replaces an older backup, but no other file of that name', { tags: ['release'] }, async () => {
    const library = await seeded()
    const { folder } = library
    const open = (name: string) => openPlace(name, { base: folder, root: folder })
    await writeFile(join(folder, 'letter.txt'), 'Dear Ann, …')
    await expect(open('letter.txt')).rejects.toMatchObject({ code: 'conflict' })
    expect(await readFile(join(folder, 'letter.txt'), 'utf8')).toBe('Dear Ann, …')
    await writeFile(join(folder, 'site.tar.zst'), '')
    const key = newBackupKey()
    for (const lock of [undefined, { publicKey: key.publicKey }, undefined]) {
      const place = await open('site.tar.zst')
      await backUp(library, { place, ...(lock && { lock }) })
    }
    const target = await newTarget(library.config, 'sqlite')
    await restore(join(folder, 'site.tar.zst'), target)
    expect((await lookInto(target)).findings).toEqual([])
  })

  test('can be encrypted for a key', { tags: ['release'] }, async () => {
    const library = await seeded()
    const key = newBackupKey()
    const { where, lines } = await backUp(library, { lock: { publicKey: key.publicKey } })
    expect(where).toMatch(/\.tar\.zst\.enc$/)
    expect((await readFile(where)).includes('ann@example.com')).toBe(false)
    const target = await newTarget(library.config, 'sqlite')
    await expect(restore(where, target)).rejects.toThrow('the private key is not available')
    await restore(where, target, { openers: { ...noKey, isExpected: true, privateKey: async () => key.privateKey } })
    expect(await lookInto(target)).toMatchObject({ lines, findings: [] })
  })
})

describe.each(['sqlite', 'postgres'] as const)('a backup without users (%s)', (dialect) => {
  test('contains nothing of them, and is restorable', { tags: ['release'] }, async () => {
    const library = await seeded(dialect)
    const all = await backUp(library)
    const text = zstdDecompressSync(await readFile(all.where)).toString('latin1')
    if (all.manifest.database.form !== 'dump') expect(text).toContain(HASH)
    expect(text).toContain('ann@example.com')
    const { where, manifest } = await backUp(library, { withoutUsers: true })
    const without = zstdDecompressSync(await readFile(where)).toString('latin1')
    expect(without).not.toMatch(/\$argon2|ann@example\.com|"table":"(users|sessions|credentials|api_keys)"/)
    expect(manifest).toMatchObject({ withoutUsers: true, counts: { documents: { posts: 2, media: 1 }, objects: 2 } })
    const target = await newTarget(library.config, dialect)
    await restore(where, target)
    const { findings, lines } = await lookInto(target)
    expect(findings).toEqual([])
    expect(lines.some((line) => line.includes('"table":"users"'))).toBe(false)
    expect(lines.filter((line) => line.includes('"kind":"document"'))).toHaveLength(5)
  })
})

describe('a backup of PostgreSQL', () => {
  test('is restored on PostgreSQL, replaces existing content, and leaves tables of others unchanged', {
    tags: ['release'],
  }, async () => {
    const library = await seeded('postgres')
    const { where, lines, manifest, note } = await backUp(library)
    // With a suitable `pg_dump`, the backup contains a dump, otherwise lines.
    expect(manifest.database.form).toBe(note === null ? 'dump' : 'lines')
    const target = await newTarget(library.config, 'postgres')
    const { app } = await openTarget(target, { migrate: true })
    await app.close()
    await restore(where, target)
    expect(await lookInto(target)).toMatchObject({ lines, findings: [] })
    const { Client } = await import('pg')
    const client = new Client({ connectionString: must('url' in target.database ? target.database.url : '', 'url') })
    await client.connect()
    await client.query(`create table others (n int); insert into others values (7); delete from doc_posts`)
    await expect(restore(where, target)).rejects.toThrow('--replace')
    await restore(where, target, { replace: true })
    expect((await client.query('select n from others')).rows).toEqual([{ n: 7 }])
    await client.end()
    expect(await lookInto(target)).toMatchObject({ lines, findings: [] })
    if (manifest.database.form === 'lines') {
      const sqlite = await newTarget(library.config, 'sqlite')
      await restore(where, sqlite)
      const restored = await lookInto(sqlite)
      expect(restored.findings).toEqual([])
      expect(restored.lines.map(plain).toSorted()).toEqual(lines.map(plain).toSorted())
    } else {
      const sqlite = await newTarget(library.config, 'sqlite')
      await expect(restore(where, sqlite)).rejects.toThrow('dump of PostgreSQL')
    }
  })

  test('leaves existing content if something fails in the middle', { tags: ['release'] }, async () => {
    const library = await seeded('postgres')
    const { where } = await backUp(library)
    const target = await newTarget(library.config, 'postgres')
    const old = await occupy(target)
    const { Client } = await import('pg')
    const client = new Client({ connectionString: must('url' in target.database ? target.database.url : '', 'url') })
    await client.connect()
    await client.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    )
    await client.query(
      'create trigger refuse before insert on "rec_credentials" for each row execute function refuse()',
    )
    await client.query(`create function keep() returns event_trigger language plpgsql as $$ begin
      if exists (select from pg_event_trigger_dropped_objects() where object_name = 'rec_credentials') then raise exception 'no'; end if; end $$`)
    await client.query('create event trigger keep on sql_drop execute function keep()')
    await expect(restore(where, target, { replace: true })).rejects.toThrow()
    await client.query('drop event trigger keep; drop trigger refuse on rec_credentials')
    await client.end()
    expect(await lookInto(target)).toEqual(old)
  })
})

describe('files that a backup needs', () => {
  test('stay until it has them, and are deleted then', async () => {
    const library = await seeded()
    const { media } = library.test.app.local.asSystem().collections
    const { store } = await library.runtime.files()
    const isThere = async () => {
      const content = await store.open(library.key)
      content?.destroy()
      return content !== null
    }
    await holdingObjects(library.runtime, async () => {
      await media.delete(library.file)
      await media.deletePermanent(library.file)
      await library.test.app.runJobs()
      expect(await isThere()).toBe(true)
    })
    expect(await isThere()).toBe(false)
  })

  test('stay no longer than a crashed backup could need them', async () => {
    const library = await seeded()
    const { media } = library.test.app.local.asSystem().collections
    const { storage } = library.runtime
    const until = new Date(Date.now() - 1000).toISOString()
    await storage.transaction(({ records }) => records.insert('object_holds', { id: 'dead', until }))
    await media.delete(library.file)
    await media.deletePermanent(library.file)
    await library.test.app.runJobs()
    const { store } = await library.runtime.files()
    expect(await store.open(library.key)).toBeNull()
  })
})

describe('restoring', () => {
  /** Simulates the free space of all disks. */
  function leaveFree(bytes: number): void {
    const spy = vi.spyOn(fs, 'statfs').mockResolvedValue({ bavail: bytes, bsize: 1 } as never)
    syncBuiltinESMExports()
    onTestFinished(() => {
      spy.mockRestore()
      syncBuiltinESMExports()
    })
  }

  test('starts only if there is enough space for the database and the files', async () => {
    const library = await seeded()
    const { where, manifest } = await backUp(library)
    const sizes = manifest.parts.map(({ size }) => size)
    const database = must(
      manifest.parts.find(({ name }) => name.startsWith('database')),
      'database',
    ).size
    const path = join(testFolder(), 'app.db')
    // On the same disk as the files.
    const target: RestoreTarget = {
      ...(await newTarget(library.config, 'sqlite')),
      database: { dialect: 'sqlite', path },
    }
    const { storage } = target.config
    const files = must(storage?.kind === 'disk' ? storage.path : undefined, 'folder of files')

    leaveFree(database + 1_000_000)
    const refused = {
      code: 'unavailable',
      message: expect.stringMatching(/not enough space for the database .* and the files/),
    }
    await expect(restore(where, target)).rejects.toMatchObject(refused)
    expect(await filesIn(files)).toEqual([])
    expect(existsSync(path)).toBe(false)

    leaveFree(sizes.reduce((sum, size) => sum + size, 0))
    await restore(where, target)
    expect(await lookInto(target)).toMatchObject({ findings: [] })

    // Existing files need no space, except the largest one, which is written before it replaces its former version.
    leaveFree(database + Math.max(...sizes))
    await restore(where, target, { replace: true })
    leaveFree(database - 1)
    await expect(restore(where, target, { replace: true })).rejects.toMatchObject({ code: 'unavailable' })
  })

  /** A storage that loses the answer to `refill`, before or after the work. */
  function losingAnswers(target: RestoreTarget, isDone: boolean): RestoreTarget {
    const { database } = target
    if (database.dialect === 'other') throw new Error('a database of Quire')
    const open: OpenStorage = async (_needs, openDatabase) => {
      const storage = await openDatabase(database)
      const whole = must(storage.whole, 'whole')
      const refill: typeof whole.refill = async (work) => {
        if (isDone) await whole.refill(work)
        throw new QuireError('unavailable', 'The change may or may not have been made.')
      }
      return Object.assign(Object.create(storage) as Storage, { whole: { ...whole, refill } })
    }
    return { ...target, database: { dialect: 'other', open } }
  }

  test('keeps the files of committed content, even if the answer to the commit was lost, and no others', {
    tags: ['release'],
  }, async () => {
    const library = await seeded()
    const { where, lines } = await backUp(library)
    const done = await newTarget(library.config, 'postgres')
    await expect(restore(where, losingAnswers(done, true))).rejects.toThrow('may or may not have been made')
    const { lines: restored, findings } = await lookInto(done)
    expect(findings).toEqual([])
    expect(restored.map(plain).toSorted()).toEqual(lines.map(plain).toSorted())

    const undone = await newTarget(library.config, 'postgres')
    const { storage } = undone.config
    await expect(restore(where, losingAnswers(undone, false))).rejects.toThrow('may or may not have been made')
    expect(await filesIn(must(storage?.kind === 'disk' ? storage.path : undefined, 'folder of files'))).toEqual([])
  })
})

/** The files below a folder, if there is one. */
async function filesIn(folder: string): Promise<readonly string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

test('an unwritable destination keeps nothing, and neither does an interrupted backup', async () => {
  const library = await seeded()
  const folder = join(testFolder(), 'full')
  await mkdir(folder)
  const full = {
    ...folderPlace('/', folder),
    take: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
  }
  await expect(backUp(library, { place: full })).rejects.toThrow('full')
  const stop = new AbortController()
  stop.abort(new Error('enough'))
  await expect(backUp(library, { place: folderPlace('/', folder), stop: stop.signal })).rejects.toThrow('enough')
  expect(await readdir(join(folder, '.quire-backups'))).toEqual([])
  expect((await readdir(folder)).filter((name) => name.endsWith('.zst'))).toEqual([])
})

/** A line in canonical form, regardless of the order and spaces of its JSON. */
function plain(line: string): string {
  const inOrder = (value: unknown): unknown => {
    if (typeof value === 'string' && /^[[{]/.test(value)) return inOrder(JSON.parse(value) as unknown)
    if (Array.isArray(value)) return value.map(inOrder)
    if (typeof value !== 'object' || value === null) return value
    return Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, inOrder(member)])
  }
  return JSON.stringify(inOrder(JSON.parse(line)))
}
