// @module-tag release
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '@quirecms/testkit'
import { expect, test } from 'vitest'
import { AppFolder } from '../cli/quire-process.ts'
import { codeBlocksOf, readPages } from '../../engine/docs/documentation.ts'

/** A later version of the application: one more collection and one more field. */
const config = (more: string, field: string) => `
  import { collection, defineConfig, disk, f } from 'quirecms'
  export default defineConfig({
    storage: disk('./data/uploads'),
    collections: { posts: collection({ fields: { title: f.text()${field} } }), ${more} },
  })`

/** How to run each block of the page that is not application code, by the words after its fence and a text. */
const RUN_BY: readonly (readonly [words: string, text: string, test: string])[] = [
  ['sh drill', 'quire backup --to', 'operating.test.ts'],
  ['sh drill on-copy', 'quire migrate status', 'operating.test.ts'],
  ['sh drill', 'quire restore', 'operating.test.ts'],
  ['nginx', 'proxy_pass', 'behind-proxies.test.ts'],
  ['text caddy', 'reverse_proxy', 'behind-proxies.test.ts'],
  ['sh', 'podman run', 'sealed-services.test.ts'],
  ['ini', 'pool_mode', 'behind-pgbouncer.test.ts'],
]

test('every block of docs/operating.md is run by a test', () => {
  const page = must(
    readPages().find(({ path }) => path === 'docs/operating.md'),
    'page',
  )
  const blocks = codeBlocksOf(page).filter(({ words: [language] }) => language !== 'ts')
  expect(blocks.map(({ words, code }) => [words.join(' '), code])).toEqual(
    RUN_BY.map(([words, text]) => [words, expect.stringContaining(text)]),
  )
  for (const [, , file] of RUN_BY) expect(existsSync(new URL(file, import.meta.url)), file).toBe(true)
})

test('the drills of docs/operating.md work as written', async () => {
  const page = must(
    readPages().find(({ path }) => path === 'docs/operating.md'),
    'page',
  )
  const drills = codeBlocksOf(page).filter(({ words }) => words[0] === 'sh' && words[1] === 'drill')
  const [before, onCopy, back] = drills
  expect(drills.length).toBe(3)
  const folder = await AppFolder.create({ 'quire.config.ts': config('', '') })
  const run = async (line: string, env: Record<string, string> = {}) => {
    expect(line).toMatch(/^quire /)
    return folder.run(line.split(' ').slice(1), { env })
  }
  const lines = (block: typeof before) => must(block, 'drill').code.split('\n')
  expect((await run('quire migrate')).code).toBe(0)
  await folder.write(
    'write.ts',
    `export default async ({ app, args }) => { await app.local.asSystem().collections.posts.create({ title: args[0] }) }`,
  )
  await folder.write(
    'read.ts',
    `export default async ({ app }) => { console.log((await app.local.asSystem().collections.posts.find()).docs.map(({ title }) => title).join()) }`,
  )
  const titles = async (env?: Record<string, string>) => (await run('quire run read.ts', env)).stdout.trim()
  expect((await run('quire run write.ts before')).code).toBe(0)
  mkdirSync(join(folder.path, 'drill'))
  for (const line of lines(before)) expect(await run(line), line).toMatchObject({ code: 0 })
  await folder.write(
    'quire.config.ts',
    config('pages: collection({ fields: {} })', ', subtitle: f.text({ index: true })'),
  )
  const copy = { DATABASE_URL: 'sqlite:./drill/site.db' }
  const [status = '', ...rest] = lines(onCopy)
  expect((await run(status, copy)).code).toBe(1)
  for (const line of rest) expect(await run(line, copy), line).toMatchObject({ code: 0 })
  expect((await run(status, copy)).code).toBe(0)
  expect(await titles(copy)).toBe('before')
  // The real migration, followed by an unwanted write.
  expect((await run('quire migrate')).code).toBe(0)
  expect((await run('quire run write.ts after')).code).toBe(0)
  expect(await titles()).toContain('after')
  await folder.write('quire.config.ts', config('', ''))
  for (const line of lines(back)) expect(await run(line), line).toMatchObject({ code: 0 })
  expect(await titles()).toBe('before')
}, 180_000)
