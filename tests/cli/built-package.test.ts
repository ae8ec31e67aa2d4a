import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, QuireProcess, runQuire } from './quire-process.ts'
import { sampleConfig } from './sample-config.ts'

const config = sampleConfig({
  more: `messages: collection({
    fields: { title: f.text({ required: true }), text: f.richText() },
    access: { create: () => true },
  }),`,
})

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What an application without mail on SQLite has no use for, and what only writes need. */
const UNUSED_AT_START = ['pg', 'nodemailer', 'ajv', 'prosemirror-model', 'kysely', '@fastify/ajv-compiler']

/** Prints the packages that are loaded, when the process ends. */
const REPORT = `
  import { registerHooks } from 'node:module'
  const names = new Set()
  registerHooks({
    load(url, context, next) {
      const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url) ?? []
      if (name !== undefined) names.add(name)
      return next(url, context)
    },
  })
  process.on('exit', () => process.stderr.write('loaded: ' + JSON.stringify([...names])))`

describe('the built package', { timeout: 120_000 }, () => {
  let folder: string
  let program: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-built-'))
    const app = join(folder, 'app')
    const build = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--into', app], { encoding: 'utf8' })
    expect(build.stderr).toBe('')
    // What the packages depend on is found further up, as npm may put it.
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(app, 'package.json'), '{ "type": "module" }')
    await writeFile(join(app, 'quire.config.ts'), config)
    await writeFile(join(app, 'report.mjs'), REPORT)
    const manifest = await readFile(join(app, 'node_modules/quire/package.json'), 'utf8')
    program = join(app, 'node_modules/quire', (JSON.parse(manifest) as { bin: { quire: string } }).bin.quire)
  }, 120_000)

  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('starts, answers, and loads nothing that nobody uses', async () => {
    const cwd = join(folder, 'app')
    const env = { NODE_OPTIONS: '--import ./report.mjs' }
    const quire = new QuireProcess(['start', '--port', '0', '--migrate'], { cwd, env, program })
    const address = await quire.ready()
    expect(await ask(`${address}/api/collections/notes`)).toMatchObject({ status: 200, body: { docs: [] } })
    expect(await ask(`${address}/api/openapi.json`)).toMatchObject({ status: 200, body: { openapi: '3.1.1' } })
    quire.signal('SIGTERM')
    expect(await quire.ended()).toBe(0)

    const loaded = JSON.parse(/^loaded: (.*)$/m.exec(quire.stderr)?.[1] ?? '') as string[]
    expect(loaded).toEqual(expect.arrayContaining(['quire', '@quire/core', '@quire/sql', '@quire/server', 'fastify']))
    expect(UNUSED_AT_START.filter((name) => loaded.includes(name))).toEqual([])
  })

  test('checks what it is given, with what it loads then', async () => {
    const cwd = join(folder, 'app')
    const quire = new QuireProcess(['start', '--port', '0', '--migrate'], { cwd, program })
    const address = await quire.ready()
    const statusOf = async (body: object) => {
      const headers = { 'content-type': 'application/json' }
      const message = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await fetch(`${address}/api/collections/messages`, message)).status
    }
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }
    expect(await statusOf({ title: 7 })).toBe(422)
    expect(await statusOf({ title: 'A', text: { type: 'doc', content: [{ type: 'nothing' }] } })).toBe(422)
    expect(await statusOf({ title: 'A', text: { type: 'doc', content: [paragraph] } })).toBe(201)
  })

  test('serves again when a file changes, and knows its commands and version', async () => {
    const cwd = join(folder, 'app')
    const dev = new QuireProcess(['dev', '--port', '0'], { cwd, program })
    await dev.ready()
    await writeFile(join(cwd, 'quire.config.ts'), `${config}\n`)
    expect(await ask(`${await dev.ready(2)}/healthz`)).toMatchObject({ status: 200 })
    const { version } = JSON.parse(await readFile(join(root, 'packages/quire/package.json'), 'utf8')) as {
      version: string
    }
    expect(await runQuire(['--version'], { cwd, program })).toMatchObject({ code: 0, stdout: `${version}\n` })
  })

  test('is a few files', async () => {
    const files = await readdir(join(folder, 'app/node_modules'), { recursive: true })
    // What browsers load is cut into parts on purpose.
    const ofNode = files.filter((name) => name.endsWith('.js') && !name.includes('@quire/admin/app/'))
    expect(ofNode.length).toBeLessThan(60)
  })
})
