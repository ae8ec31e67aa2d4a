import { spawnSync } from 'node:child_process'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { AppFolder } from './quire-process.ts'

test('quire generate types writes self-contained types, which the client library accepts', async () => {
  const folder = await AppFolder.create({ 'quire.config.ts': CONFIG, 'main.ts': MAIN, 'tsconfig.json': TSCONFIG })
  await mkdir(join(folder.path, 'node_modules/@quirecms'))
  await symlink(sdk, join(folder.path, 'node_modules/@quirecms/sdk'))
  const generated = await folder.run(['generate', 'types', '--out', 'application.d.ts'])
  expect(generated).toEqual({ code: 0, stdout: '', stderr: '' })
  const text = await readFile(join(folder.path, 'application.d.ts'), 'utf8')
  expect(text).not.toMatch(/^import\b|\bimport\(|secret|first-class/m)
  const checked = spawnSync(process.execPath, [compiler, '-p', folder.path, '--checkers', '1'], { encoding: 'utf8' })
  // The client's sources are compiled with these options, which are not their own.
  expect(checked.stdout.split('\n').filter((line) => /^(?:main|application)\b/.test(line))).toEqual([])
})

const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))
const sdk = fileURLToPath(new URL('../../../packages/sdk', import.meta.url))

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    module: 'nodenext',
    target: 'esnext',
    lib: ['ESNext', 'DOM'],
    types: ['node'],
    typeRoots: [fileURLToPath(new URL('../../../node_modules/@types', import.meta.url))],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  },
  files: ['main.ts', 'application.d.ts'],
})

const CONFIG = `
  import { collection, defineConfig, f, global } from 'quirecms'
  import { buildField, commonOptions, defineFieldType, equality, optionKinds, read } from 'quirecms/plugin'
  const money = buildField()(
    defineFieldType()({
      name: 'money',
      options: { ...commonOptions, many: optionKinds.boolean },
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
  const closed = () => false
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
          salary: f.number({ access: { read: closed } }),
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
  import { createClient } from '@quirecms/sdk'
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
