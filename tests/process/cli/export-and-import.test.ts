// @module-tag release
import { existsSync, mkdtempSync } from 'node:fs'
import { cp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { importLines } from '@quirecms/features/commands'
import { createTestApp, createTestDatabase, must } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { runtimeOf } from '../../../packages/quire/src/runtime-of.ts'
import { AppFolder } from './quire-process.ts'

/** The first line of an export. */
const BEGINNING = '{"kind":"quire-export","version":1,"tables":[]}'

/** Each command is a process of its own, and machines may be busy. */
const PATIENCE = 240_000

const files = {
  'quire.config.ts': `
    import { collection, defineConfig, disk, f, global, sqlite } from 'quirecms'
    import { buildField, commonOptions, defineFieldType, read } from 'quirecms/plugin'

    const money = buildField()(
      defineFieldType()({
        name: 'money',
        options: commonOptions,
        schema: () => ({
          type: 'object',
          properties: { amount: { type: 'integer' }, currency: { type: 'string', pattern: '^[A-Z]{3}$' } },
          required: ['amount', 'currency'],
          additionalProperties: false,
        }),
        storedAs: 'json',
        operators: ['exists'],
        parts: { amount: read.member('amount', 'number'), currency: read.member('currency', 'text') },
      }),
    )

    export default defineConfig({
      // Machines have other things to do.
      database: sqlite('./data/test.db', { queryTimeout: '1m', transactionTimeout: '2m' }),
      storage: disk(process.env.UPLOADS ?? './data/uploads'),
      localization: { locales: ['en', 'de'], defaultLocale: 'en' },
      collections: {
        users: collection({ auth: { apiKeys: true }, fields: { name: f.text() } }),
        posts: collection({
          fields: {
            title: f.text({ localized: true }),
            slug: f.slug({ from: 'title', unique: true }),
            related: f.relationship({ to: ['posts', 'users'], many: true }),
            rows: f.array({ fields: { at: f.date(), n: f.number(), cost: money() } }),
            price: money({ localized: true }),
            cover: f.upload({ to: 'media' }),
          },
          authors: true,
          versions: { drafts: true },
          trash: true,
          search: { fields: ['title'] },
        }),
        media: collection({ upload: { quota: { total: '1mb' } }, fields: { alt: f.text() } }),
      },
      globals: { settings: global({ fields: { name: f.text() }, versions: { drafts: true } }) },
    })`,
  'seed.ts': `
    export default async ({ app }) => {
      const local = app.local.asSystem()
      const ann = await local.auth.users.createUser({ data: { email: 'ann@example.com', name: 'Ann' }, password: 'correct horse' })
      const file = await local.collections.media.create({ file: { name: 'a.txt', content: Buffer.alloc(100_000, 'abc') }, alt: 'Letters' })
      const posts = app.local.as({ id: ann.id, collection: 'users' }).collections.posts
      const first = await posts.create({ title: 'One', rows: [{ at: '2026-03-01', n: 1.5, cost: { amount: 3, currency: 'EUR' } }], price: { amount: 1250, currency: 'EUR' }, cover: file.id })
      await posts.update(first.id, { title: 'Eins', price: { amount: 1300, currency: 'CHF' } }, { locale: 'de' })
      await posts.publish(first.id)
      await posts.update(first.id, { title: 'One, again' })
      const second = await posts.create({ title: 'One', related: [{ relationTo: 'posts', value: first.id }, { relationTo: 'users', value: ann.id }] })
      await posts.publish(second.id)
      await local.collections.posts.delete(second.id)
      // In portions that a busy machine gets done within the time of a transaction.
      for (let first = 0; first < 115; first += 23)
        await posts.createMany(Array.from({ length: 23 }, (_, number) => ({ title: 'Post ' + (first + number) })))
      await local.globals.settings.update({ name: 'Site ☕' })
      await local.globals.settings.publish()
    }`,
  'dump.ts': `
    export default async ({ app }) => {
      const local = app.local.asSystem()
      const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n')
      for (const draft of [true, false])
        for (let page = 1; page < 4; page += 1)
          say(await local.collections.posts.find({ locale: 'all', draft, sort: ['title', 'id'], limit: 100, page, depth: 1 }))
      say(await local.collections.posts.find({ where: { 'price.amount': { greater_than: 1249 }, 'rows.cost.currency': { equals: 'EUR' } }, sort: '-price.amount' }))
      say(await local.collections.posts.find({ trash: true }))
      say(await local.collections.users.find({}))
      say(await local.collections.posts.find({ where: { 'related.name': { equals: 'Ann' } }, trash: true }))
      const { docs: [first] } = await local.collections.posts.find({ where: { slug: { equals: 'one' } } })
      say(await local.collections.posts.versions(first.id, { locale: 'all' }))
      say(await local.collections.posts.version(first.id, 2))
      say(await local.globals.settings.get({ draft: false }))
      say(await local.globals.settings.versions())
      const { docs: [file] } = await local.collections.media.find({})
      say(file)
      say(await local.collections.media.references(file.id))
    }`,
}

/** Data of the first test: a copy is faster than two processes. */
const seed = mkdtempSync(join(tmpdir(), 'quire-seed-'))
afterAll(() => rm(seed, { recursive: true, force: true }))

async function seeded(): Promise<AppFolder> {
  const folder = await AppFolder.create(files)
  const data = join(folder.path, 'data')
  if (existsSync(join(seed, 'data'))) {
    await cp(join(seed, 'data'), data, { recursive: true })
    return folder
  }
  expect(await folder.run(['migrate'])).toMatchObject({ code: 0 })
  expect(await folder.run(['run', 'seed.ts'])).toMatchObject({ code: 0, stderr: '' })
  await cp(data, join(seed, 'data'), { recursive: true })
  return folder
}

async function emptyPostgres(): Promise<{ readonly DATABASE_URL: string }> {
  const database = await createTestDatabase('postgres', inject('postgresUrl'))
  onTestFinished(() => database.remove())
  const { config } = database
  return { DATABASE_URL: must('url' in config ? config.url : undefined, 'url of the database') }
}

/** PostgreSQL orders keys of objects differently. */
function linesOf({ stdout }: { readonly stdout: string }): unknown[] {
  const lines = stdout.split('\n').filter((line) => line !== '')
  expect(lines).toHaveLength(16)
  return lines.map((line) => JSON.parse(line))
}

async function contentsOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
  return Promise.all(
    names.map(async ({ parentPath, name }) => `${name} ${(await readFile(join(parentPath, name))).toString('base64')}`),
  )
}

describe('quire export and quire import', () => {
  test(
    'copy everything from SQLite to PostgreSQL and back, with the same responses',
    async () => {
      const folder = await seeded()
      const before = await folder.run(['run', 'dump.ts'])
      expect(before).toMatchObject({ code: 0, stderr: '' })
      const exported = await folder.run(['export', '--out', 'all.ndjson', '--passwords'])
      expect(exported).toEqual({ code: 0, stdout: '', stderr: '' })
      expect((await stat(join(folder.path, 'all.ndjson'))).mode & 0o077).toBe(0)

      const postgres = { env: { ...(await emptyPostgres()), UPLOADS: './other/uploads' } }
      await folder.run(['migrate'], postgres)
      const imported = await folder.run(['import', 'all.ndjson'], postgres)
      expect(imported).toMatchObject({ code: 0, stderr: '' })
      expect(imported.stdout).toMatch(/^Imported 1\d\d documents, \d+ records and 1 file\.\n$/)
      expect(linesOf(await folder.run(['run', 'dump.ts'], postgres))).toEqual(linesOf(before))
      expect(await contentsOf(join(folder.path, 'other/uploads'))).toEqual(
        await contentsOf(join(folder.path, 'data/uploads')),
      )
      expect(await folder.run(['doctor'], postgres)).toMatchObject({ code: 0, stderr: '' })

      // The password is imported, and bootstrap is closed.
      const quire = await folder.serve(['start', '--port', '0'], postgres)
      const login = await fetch(`${quire.address}/api/auth/users/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ann@example.com', password: 'correct horse' }),
      })
      expect(login.status).toBe(200)

      const back = { env: { DATABASE_URL: 'sqlite:./data/back.db', UPLOADS: './back' } }
      await folder.run(['migrate'], back)
      const { stdout } = await folder.run(['export'], postgres)
      expect(await folder.runAlone(['import'], { ...back, input: stdout })).toMatchObject({ code: 0 })
      expect(linesOf(await folder.run(['run', 'dump.ts'], back))).toEqual(linesOf(before))
    },
    PATIENCE,
  )

  test(
    'omit passwords without the flag, and accept single collections',
    async () => {
      const folder = await seeded()
      const { stdout } = await folder.run(['export', 'users', 'settings', '--no-files'])
      expect(stdout).toContain('ann@example.com')
      expect(stdout).not.toMatch(/argon2|"posts"|"kind":"object"/)
      expect(await folder.run(['export', 'nothing'])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Choose from'),
      })
    },
    PATIENCE,
  )

  test(
    'overwrite nothing, and continue an interrupted import',
    async () => {
      const folder = await seeded()
      await folder.run(['export', '-o', 'all.ndjson'])
      const refused = await folder.run(['import', 'all.ndjson'])
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--merge') })

      const other = { env: { DATABASE_URL: 'sqlite:./data/other.db', UPLOADS: './other' } }
      await folder.run(['migrate'], other)
      const lines = (await readFile(join(folder.path, 'all.ndjson'), 'utf8')).split('\n')
      // More than one batch.
      await folder.write('half.ndjson', lines.slice(0, 220).join('\n'))
      const broken = await folder.run(['import', 'half.ndjson'], other)
      expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining('Is the file complete') })
      expect(await folder.run(['import', '--merge', 'all.ndjson'], other)).toMatchObject({ code: 0 })
      const [one, two] = [await folder.run(['run', 'dump.ts']), await folder.run(['run', 'dump.ts'], other)]
      expect(two.stdout).toBe(one.stdout)
      const input = `${BEGINNING}\n{"kind":"toString"}`
      expect(await folder.run(['import', '--merge'], { ...other, input })).toMatchObject({
        code: 1,
        stderr: "Line 2 is not a line of an export. Is the file complete, and made by 'quire export'?\n",
      })
      expect(await folder.run(['import', 'nowhere.ndjson'], other)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('no file'),
      })
    },
    PATIENCE,
  )
})

describe('lines that no export has written', () => {
  const config = defineConfig({ collections: { posts: collection({ fields: { title: f.text() } }) } })

  test('are refused, and nothing is stored', async () => {
    const under = await createTestApp(config)
    onTestFinished(() => under.close())
    const { app } = under
    const take = (...lines: string[]) => importLines(runtimeOf(app), Readable.from(lines), { merge: true })
    const refused = (problem: string) => ({
      code: 'validation',
      message: `${problem} Is the file complete, and made by 'quire export'?`,
    })
    await expect(take('')).rejects.toMatchObject({ code: 'validation' })
    await expect(take('no json')).rejects.toMatchObject(refused('Line 1 is not valid JSON.'))
    await expect(take('{"kind":"quire-export","version":9,"tables":[]}')).rejects.toMatchObject({ code: 'validation' })
    for (const [line, problem] of [
      ['{"kind":"object","key":"../../etc/x","mimeType":"a/b","data":"","more":false}', 'Line 2 has a wrong "key".'],
      ['{"kind":"object","mimeType":"a/b","data":"","more":false}', 'Line 2 has no "key".'],
      ['{"kind":"document","table":"posts","id":"a","data":{}}', 'Line 2 has no "revision".'],
      ['{"kind":"record","table":"locks","row":[]}', 'Line 2 has a wrong "row".'],
      ['{"kind":"toString"}', 'Line 2 is not a line of an export.'],
    ] as const)
      await expect(take(BEGINNING, line)).rejects.toMatchObject(refused(problem))
    expect(await app.local.asSystem().collections.posts.count()).toEqual({ count: 0 })
  })
})

describe('quire doctor', () => {
  test(
    'reports inconsistencies, and repairs what it can',
    async () => {
      const folder = await seeded()
      const database = new DatabaseSync(join(folder.path, 'data/test.db'))
      const first = `select min(source_id) from quire_references where source_table = 'posts'`
      database.exec(`delete from quire_references where source_table = 'posts' and source_id = (${first})`)
      database.exec(`insert into quire_references values ('posts', 'gone', 'cover', '', 'media', 'x')`)
      database.exec(
        `delete from "rec_posts:versions" where revision = 1 and document in (select id from doc_posts where revision = 1 limit 1)`,
      )
      database.exec(
        `update "doc_posts:live" set revision = 99 where rowid in (select rowid from "doc_posts:live" limit 1)`,
      )
      database.exec(`update rec_credentials set user_id = 'ghost'`)
      database.exec(`update fts_posts_rows set digest = 'of other words' where rowid = 21`)
      database.exec(`delete from fts_posts_rows where rowid = (select max(rowid) from fts_posts_rows)`)
      database.exec(`insert into fts_posts_rows (id, locale, digest) values ('gone', 'en', '')`)
      database.exec(`update rec_stored_bytes set bytes = 7 where owner = '*'`)
      database.close()
      const uploads = join(folder.path, 'data/uploads')
      const [stored] = (await readdir(uploads, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
      const file = join(must(stored, 'stored file').parentPath, must(stored, 'stored file').name)
      const content = await readFile(file)
      await rm(file)

      const sick = await folder.runAlone(['doctor'])
      expect(sick.code).toBe(1)
      for (const words of [
        'does not match the document',
        'posts gone: The index of references lists',
        'no version of its newest revision',
        'the live copy is revision 99',
        'users ghost: There is a password',
        'is not in the storage',
        'posts gone: The index of words lists',
        'wrong   words that searches find: 3 found',
        'files of "media": They have 100000 bytes, but the quota counts 7.',
        '8 of these can be fixed',
      ])
        expect(sick.stdout).toContain(words)
      const mended = await folder.run(['doctor', '--repair'])
      expect(mended.stdout.match(/^fixed/gm)).toHaveLength(8)
      expect(mended.code).toBe(1)

      await writeFile(file, content)
      const again = new DatabaseSync(join(folder.path, 'data/test.db'))
      again.exec(
        `update "doc_posts:live" set revision = (select published_revision from doc_posts where doc_posts.id = "doc_posts:live".id)`,
      )
      again.close()
      expect(await folder.run(['doctor'])).toMatchObject({ code: 0 })
    },
    PATIENCE,
  )

  test(
    'reports nothing for consistent content, and reads files completely on request',
    async () => {
      const folder = await seeded()
      const sound = await folder.run(['doctor', '--files'])
      expect(sound.code).toBe(0)
      expect(sound.stdout.match(/^ok /gm)).toHaveLength(7)
      const uploads = join(folder.path, 'data/uploads')
      const [stored] = (await readdir(uploads, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
      const file = join(must(stored, 'stored file').parentPath, must(stored, 'stored file').name)
      const content = await readFile(file)
      const key = must(stored, 'stored file').name

      // An id of another database.
      const other = key.replace(/[0-9a-f](?=\.[a-z]+$)/, (digit) => (digit === '0' ? '1' : '0'))
      const stray = join(must(stored, 'stored file').parentPath, other)
      await writeFile(stray, 'stray')
      const unknown = await folder.run(['doctor'])
      expect(unknown.code).toBe(0)
      expect(unknown.stdout).toMatch(/^unknown file .*: No document uses this file/m)
      expect(unknown.stdout).toMatch(/^ok .*, 1 unknown$/m)
      await rm(stray)

      await writeFile(file, content.subarray(1))
      const short = await folder.run(['doctor', '--files'])
      expect(short.code).toBe(1)
      expect(short.stdout).toContain(
        `Its file ${key} has ${content.length - 1} bytes, but should have ${content.length}.`,
      )
      expect(short.stdout).toContain('wrong   contents of files: 1 found')
      expect(short.stdout).not.toContain('can be fixed')
      expect(await folder.run(['doctor'])).toMatchObject({ code: 0 })

      await writeFile(file, Buffer.concat([content.subarray(1), Buffer.from('?')]))
      const changed = await folder.run(['doctor', '--files'])
      expect(changed.code).toBe(1)
      expect(changed.stdout).toContain(`Its file ${key} has changed since it was stored.`)
    },
    PATIENCE,
  )
})

describe('quire set-password', () => {
  test(
    'changes the password of a user and ends the sessions',
    async () => {
      const folder = await seeded()
      const quire = await folder.serve(['start', '--port', '0'])
      const login = (password: string) =>
        fetch(`${quire.address}/api/auth/users/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'ann@example.com', password }),
        })
      const { token } = (await (await login('correct horse')).json()) as { token: string }
      const args = ['set-password', '--collection', 'users', '--email', 'Ann@example.com']
      expect(await folder.runAlone(args, { input: 'battery staple\n' })).toMatchObject({
        code: 0,
        stderr: '',
        stdout: expect.stringMatching(/^users [0-9a-f-]{36}\n$/),
      })
      expect((await login('correct horse')).status).toBe(401)
      expect((await login('battery staple')).status).toBe(200)
      const me = await fetch(`${quire.address}/api/auth/me`, { headers: { authorization: `Session ${token}` } })
      expect(me.status).toBe(401)
      for (const [given, input, words] of [
        [args, 'short', 'at least 8'],
        [
          ['set-password', '--collection', 'users', '--email', 'nobody@example.com'],
          'battery staple',
          'There is no user',
        ],
        [
          ['set-password', '--collection', 'posts', '--email', 'x@example.com'],
          'battery staple',
          'not a collection of users',
        ],
        [['set-password', '--email', 'x'], 'x', '--collection is missing'],
      ] as const)
        expect(await folder.run(given, { input })).toMatchObject({ code: 1, stderr: expect.stringContaining(words) })
    },
    PATIENCE,
  )
})
