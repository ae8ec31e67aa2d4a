import { spawnSync } from 'node:child_process'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { AppFolder } from './quire-process.ts'
import { sampleConfig } from './sample-config.ts'

describe('quire generate openapi', () => {
  test('writes what the application would serve, in an order that stays', async () => {
    const folder = await AppFolder.create({
      'quire.config.ts': sampleConfig(),
      'package.json': '{ "name": "notes", "version": "1.2.3", "type": "module" }',
    })
    const { code, stdout, stderr } = await folder.runAlone(['generate', 'openapi'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { info, paths, components } = JSON.parse(stdout) as Record<string, object> & {
      components: Record<string, object>
    }
    expect(info).toMatchObject({ title: 'notes', version: '1.2.3' })
    for (const part of Object.values(components)) {
      const names = Object.keys(part ?? {})
      expect(names).toEqual(names.toSorted())
    }
    // Paths stand as readers need them.
    expect(Object.keys(paths ?? {})[0]).toBe('/api/collections/notes')
    await folder.run(['generate', 'openapi', '--out', 'made/openapi.json'])
    expect(await readFile(join(folder.path, 'made/openapi.json'), 'utf8')).toBe(stdout)
  })

  test('needs no database', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig() })
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }
    expect(await folder.run(['generate', 'openapi'], { env })).toMatchObject({ code: 0, stderr: '' })
  })

  test('says what is wrong', async () => {
    const folder = await AppFolder.create({
      'quire.config.ts': sampleConfig(),
      'wrong.config.ts': `export default { collections: { notes: { fields: { x: { type: 'nothing' } } } } }`,
    })
    const failure = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await folder.run(['generate', ...args])
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      return stderr
    }
    expect(await failure()).toBe('Say what to generate: openapi or types. See: quire generate --help\n')
    expect(await failure('nothing')).toBe(`There is no command 'generate nothing'. See: quire generate --help\n`)
    expect(await failure('openapi', '--out', '')).toContain('--out must not be empty.')
    expect(await failure('openapi', '--out', 'quire.config.ts/x')).toContain('quire.config.ts/x cannot be written:')
    expect(await failure('openapi', '--config', 'wrong.config.ts')).toContain('collections.notes.fields.x')
  })
})

describe('quire generate types', () => {
  test('writes types that need nothing else, and that the client library takes', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': CONFIG, 'main.ts': MAIN, 'tsconfig.json': TSCONFIG })
    await mkdir(join(folder.path, 'node_modules/@quire'))
    await symlink(sdk, join(folder.path, 'node_modules/@quire/sdk'))
    const generated = await folder.run(['generate', 'types', '--out', 'application.d.ts'])
    expect(generated).toEqual({ code: 0, stdout: '', stderr: '' })
    const text = await readFile(join(folder.path, 'application.d.ts'), 'utf8')
    expect(text).not.toMatch(/^import\b|\bimport\(|secret|first-class/m)
    const checked = spawnSync(process.execPath, [compiler, '-p', folder.path], { encoding: 'utf8' })
    // The client's sources are compiled along, with these options, which are not theirs.
    expect(checked.stdout.split('\n').filter((line) => /^(?:main|application)\b/.test(line))).toEqual([])
    expect((await folder.run(['generate', 'types'])).stdout).toBe(text)
  }, 120_000)
})

const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
const sdk = fileURLToPath(new URL('../../packages/sdk', import.meta.url))

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    module: 'nodenext',
    target: 'esnext',
    lib: ['ESNext', 'DOM'],
    types: ['node'],
    typeRoots: [fileURLToPath(new URL('../../node_modules/@types', import.meta.url))],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  },
  files: ['main.ts', 'application.d.ts'],
})

const CONFIG = `
  import { collection, defineConfig, f, global } from 'quire'
  import { aBoolean, buildField, commonOptions, defineFieldType, equality, read } from 'quire/plugin'
  const money = buildField()(
    defineFieldType()({
      name: 'money',
      options: { ...commonOptions, many: aBoolean },
      many: ({ many }) => many ?? false,
      schema: () => ({
        type: 'object',
        properties: { amount: { type: 'number' }, currency: { type: 'string' } },
        required: ['amount', 'currency'],
        additionalProperties: false,
      }),
      storedAs: 'json',
      operators: ['exists'],
      parts: { amount: read.member('amount', 'number'), currency: read.member('currency', 'text') },
    }),
  )
  const stars = buildField()(
    defineFieldType()({
      name: 'stars',
      options: commonOptions,
      schema: () => ({ type: 'integer', minimum: 1, maximum: 5 }),
      storedAs: 'number',
      operators: equality,
    }),
  )
  const nobody = () => false
  export default defineConfig({
    localization: { locales: ['en', 'de'], defaultLocale: 'en' },
    collections: {
      users: collection({ auth: { apiKeys: true, recovery: false, bootstrap: { name: 'first-class' } }, fields: { name: f.text() } }),
      posts: collection({
        versions: { drafts: true },
        trash: { retention: '3d' },
        fields: {
          title: f.text({ required: true, localized: true }),
          mood: f.select({ options: ['calm', { label: 'Very wild', value: 'wild' }], default: 'calm' }),
          author: f.relationship({ to: 'users' }),
          secretNote: f.text({ hidden: true }),
          salary: f.number({ access: { read: nobody } }),
          links: f.array({ fields: { href: f.url({ required: true }) } }),
          sections: f.blocks({ blocks: { quote: { fields: { text: f.text({ required: true }) } } } }),
          price: money({ required: true, localized: true }),
          rating: stars(),
          minutes: f.virtual({ value: () => 3 }),
        },
      }),
      media: collection({ upload: { sizes: { thumb: { width: 100, height: 100 } } }, fields: {} }),
      entries: collection({
        fields: {
          isEvent: f.checkbox(),
          starts: f.date({ required: true, admin: { showIf: { isEvent: { equals: true } } } }),
        },
      }),
    },
    globals: { settings: global({ fields: { siteName: f.text() } }) },
  })`

const MAIN = `
  import { createClient } from '@quire/sdk'
  import type { Application, PostsCreate, PostsDocument } from './application.d.ts'

  const client = createClient<Application>()
  const { docs } = await client.collections.posts.find({
    where: { 'author.name': { contains: 'A' }, or: [{ mood: { in: ['calm'] } }], 'price.amount': { greater_than: 3 }, rating: { in: [4, 5] } },
    select: { title: true, author: true, links: true, price: true, rating: true },
    sort: ['-price.amount', 'rating'],
    populate: { author: { select: { name: true } } },
  })
  for (const { title, author, links, price, rating } of docs) {
    const paid: number = price.amount + (rating ?? 0)
    console.log(paid)
    const texts: string[] = [title, ...links.map(({ href }) => href)]
    if (typeof author === 'object' && author) texts.push(author.name ?? '')
  }
  const all = await client.collections.posts.findOne('x', { locale: 'all' })
  const german: string | null | undefined = all.title.de
  const salary: number | null | undefined = all.salary
  const thumb: string | null = (await client.collections.media.findOne('x')).sizes.thumb.url
  await client.collections.posts.publish('x', { ifMatch: 1 })
  await client.collections.posts.restoreDeleted('x')
  await client.account.createApiKey({ name: 'Robot' })
  await client.globals.settings.update({ siteName: 'Quire' })
  const starts: null | string = (await client.collections.entries.create({})).starts
  console.log(starts)
  const plain: PostsCreate = { title: 'x', price: { amount: 1, currency: 'EUR' }, mood: 'wild', sections: [{ blockType: 'quote', text: 'x' }] }
  const whole = (post: PostsDocument): string | null => post.title
  export { german, salary, thumb, plain, whole }

  // @ts-expect-error -- no such mood
  await client.collections.posts.create({ title: 'x', mood: 'sad' })
  // @ts-expect-error -- an amount is a number
  await client.collections.posts.create({ title: 'x', price: { amount: '1', currency: 'EUR' } })
  // @ts-expect-error -- there is no such part
  await client.collections.posts.find({ where: { 'price.tax': { equals: 1 } } })
  // @ts-expect-error -- nothing is sorted by money as a whole
  await client.collections.posts.find({ sort: 'price' })
  // @ts-expect-error -- hidden
  await client.collections.posts.find({ where: { secretNote: { equals: 'x' } } })
  // @ts-expect-error -- there is no recovery
  await client.auth.users.forgotPassword({ email: 'x' })
  // @ts-expect-error -- no such collection
  client.collections.nothing`
