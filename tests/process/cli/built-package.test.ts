// @module-tag release
import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installedQuire } from './installed-quire.ts'
import { AppFolder, ask } from './quire-process.ts'
import { sampleConfig } from './sample-config.ts'

const config = sampleConfig({
  more: `messages: collection({
    fields: { title: f.text({ required: true }), text: f.richText() },
    access: { create: () => true },
  }),`,
})

/** Not needed at start by an application on SQLite without mail, or only by writes. */
const UNUSED_AT_START = [
  'pg',
  'vitest',
  '@quirecms/sdk',
  'nodemailer',
  'ajv',
  'prosemirror-model',
  'kysely',
  '@fastify/ajv-compiler',
  // Built into Node, behind `fetch` and every `import` of node:http.
  'undici',
]

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
  process.on('exit', () => {
    if (process.moduleLoadList.some((name) => name.includes('undici'))) names.add('undici')
    process.stderr.write('loaded: ' + JSON.stringify([...names]))
  })`

function loadedOf(stderr: string): string[] {
  return JSON.parse(/^loaded: (.*)$/m.exec(stderr)?.[1] ?? '') as string[]
}

describe('the built package', { timeout: 120_000 }, () => {
  test('starts, responds, and loads no unused modules', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': config, 'report.mjs': REPORT })
    const env = { NODE_OPTIONS: '--import ./report.mjs' }
    const quire = await folder.serve(['start', '--port', '0', '--migrate'], { env })
    const { address } = quire
    expect(await ask(`${address}/api/collections/notes`)).toMatchObject({ status: 200, body: { docs: [] } })
    quire.signal('SIGTERM')
    expect(await quire.ended()).toBe(0)

    const loaded = loadedOf(quire.stderr)
    expect(loaded).toEqual(
      expect.arrayContaining(['quirecms', '@quirecms/core', '@quirecms/sql', '@quirecms/server', 'fastify']),
    )
    expect(UNUSED_AT_START.filter((name) => loaded.includes(name))).toEqual([])
  })

  test('migrates without the modules of the server', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': config, 'report.mjs': REPORT })
    const { code, stderr } = await folder.runAlone(['migrate'], { env: { NODE_OPTIONS: '--import ./report.mjs' } })
    expect(code).toBe(0)
    const loaded = loadedOf(stderr)
    expect(loaded).toContain('@quirecms/sql')
    expect(loaded).not.toContain('fastify')
  })

  test('loads validators only when they are needed', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': config })
    const { address } = await folder.serve(['start', '--port', '0', '--migrate'])
    const statusOf = async (body: object) => {
      const headers = { 'content-type': 'application/json' }
      const message = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await fetch(`${address}/api/collections/messages`, message)).status
    }
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }
    // The description's examples are checked as well, on request.
    expect(await ask(`${address}/api/openapi.json`)).toMatchObject({ status: 200, body: { openapi: '3.1.1' } })
    expect(await statusOf({ title: 7 })).toBe(422)
    expect(await statusOf({ title: 'A', text: { type: 'doc', content: [{ type: 'nothing' }] } })).toBe(422)
    expect(await statusOf({ title: 'A', text: { type: 'doc', content: [paragraph] } })).toBe(201)
  })

  test('consists of a few files', async () => {
    const files = await readdir(dirname(installedQuire().folder), { recursive: true })
    // Browser code is split into chunks on purpose. A running application loads no tests, and plugins and the client
    // only if it imports them.
    const others =
      /^@quirecms\/(?:admin\/app|audit|color|purge|sdk|webhooks)\/|^create-quirecms\/|^quirecms\/testing\.js$/
    const ofNode = files.filter((name) => name.endsWith('.js') && !others.test(name))
    // Features are in separate chunks, so that an application loads only its own.
    const ofFeatures = ofNode.filter((name) => name.startsWith('@quirecms/features/'))
    expect(ofFeatures.length).toBeLessThan(30)
    expect(ofNode.length - ofFeatures.length).toBeLessThan(64)
  })
})
