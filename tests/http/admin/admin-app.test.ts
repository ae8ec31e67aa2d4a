import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createTestApp, type TestApp } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildAdmin } from '../../browser/admin/build-admin.ts'

const config = defineConfig({
  server: { rateLimit: false },
  collections: { users: collection({ auth: true, fields: { name: f.text() } }) },
})

/** Maximum bytes of scripts before the first screen, with the compression of https and of http. */
const BUDGETS = { br: 220_000, gzip: 250_000 } as const

const STATIC_IMPORT = /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)/g

const start = (options: object = {}) =>
  createTestApp({ ...config, ...options }, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })

describe('the admin app over HTTP', () => {
  let app: TestApp<typeof config>

  beforeAll(async () => {
    buildAdmin()
    app = await start()
  }, 120_000)
  afterAll(() => app.close())

  const page = async (path = '/admin/') => app.request('GET', path)
  const scripts = (html: string) =>
    [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, name]) => name)

  it('serves its page at every address, with a policy that permits only its own files', async () => {
    for (const path of ['/admin', '/admin/', '/admin/collections/posts?page=2']) {
      const { status, text, headers } = await page(path)
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(text).toContain('<base href="/admin/" />')
      expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|style=/)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("script-src 'self'")
      expect(policy).not.toContain('unsafe')
    }
  })

  it('preloads the files of the first screens', async () => {
    const { text } = await page('/admin/collections/users')
    const [, named = ''] = /name="quire-screens" content="([^"]*)"/.exec(text) ?? []
    const screens = new Map(named.split(' ').map((entry) => entry.split('=', 2) as [string, string]))
    expect([...screens.keys()]).toEqual(['home', 'list', 'document', 'global'])
    for (const [screen, files] of screens) {
      const own = screen === 'document' || screen === 'global' ? 'document-editor' : `${screen}-screen`
      expect(files).toContain(`assets/${own}-`)
      for (const file of files.split(',')) expect((await page(`/admin/${file}`)).status).toBe(200)
      // Files that are loaded anyway are not listed.
      for (const script of scripts(text)) expect(files).not.toContain(script)
    }
    expect((await page('/admin/begin.js')).status).toBe(200)
  })

  it('serves hashed files as immutable, precompressed', async () => {
    const [name] = scripts((await page()).text)
    const { status, headers, bytes } = await app.request('GET', `/admin/${name}`, {
      headers: { 'Accept-Encoding': 'gzip' },
    })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-encoding')).toBe('gzip')
    expect(headers.get('vary')).toContain('Accept-Encoding')
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const again = await app.request('GET', `/admin/${name}`, {
      headers: { 'If-None-Match': headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    expect(bytes.length).toBeGreaterThan(0)
  })

  it.each([
    '/admin/assets/gone-12345678.js',
    '/admin/assets/%2e%2e/%2e%2e/package.json',
    '/admin/assets/..%2f..%2fpackage.json',
  ])('has nothing at %s', async (path) => {
    const { status, body } = await app.request('GET', path)
    expect([status, body?.error?.code]).toEqual([404, 'not_found'])
  })

  it('redirects / to the app', async () => {
    const answer = await fetch(`${app.url}/`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/admin/'])
  })

  it.each(['br', 'gzip'] as const)(
    'loads little JavaScript before the first screen, in few files (%s)',
    async (encoding) => {
      const seen = new Map<string, number>()
      const load = async (name: string): Promise<void> => {
        if (seen.has(name)) return
        seen.set(name, 0)
        const bytes = await asSent(`${app.url}/admin/${name}`, encoding)
        seen.set(name, bytes.length)
        const text = (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString()
        // The list is the largest first screen; its imports count.
        const imports = [...text.matchAll(STATIC_IMPORT)]
        const screens = [...text.matchAll(/["'`](?:\.\/|assets\/)(list-screen-[^"'`]+\.js)/g)]
        for (const [, next] of [...imports, ...screens]) await load(`assets/${next}`)
      }
      for (const name of scripts((await page()).text)) await load(String(name))
      const total = [...seen.values()].reduce((sum, size) => sum + size, 0)
      expect([...seen.keys()].some((name) => name.includes('list-screen'))).toBe(true)
      expect(total).toBeGreaterThan(100_000)
      expect(total).toBeLessThan(BUDGETS[encoding])
      // Browsers request six files at a time, and wait for each.
      expect(seen.size).toBeLessThanOrEqual(4)
    },
  )

  it('loads each feature only where it is used', () => {
    const assets = new URL('../../../packages/admin/dist/app/assets/', import.meta.url)
    const files = readdirSync(assets).filter((name) => name.endsWith('.js') && !name.startsWith('feature-'))
    expect(files.length).toBeGreaterThan(20)
    const imported = (name: string) =>
      [...readFileSync(new URL(name, assets), 'utf8').matchAll(STATIC_IMPORT)].map(([, other]) => `${name}: ${other}`)
    expect(files.flatMap(imported).filter((one) => one.includes(': feature-'))).toEqual([])
  })

  it('moves to another path, or is off, as configured', async () => {
    const moved = await start({ admin: { path: '/cms' } })
    const away = await start({ admin: { path: false } })
    try {
      expect((await moved.request('GET', '/cms/')).text).toContain('<base href="/cms/" />')
      expect((await moved.request('GET', '/admin/')).status).toBe(404)
      expect((await away.request('GET', '/admin/')).status).toBe(404)
      const begin = await away.request('GET', '/')
      expect([begin.status, begin.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(begin.text).toContain('/api/docs')
    } finally {
      await moved.close()
      await away.close()
    }
  })
})

/** The bytes on the wire; `fetch` would decompress them. */
async function asSent(url: string, encoding: string): Promise<Buffer> {
  const [answer] = (await once(get(url, { headers: { 'Accept-Encoding': encoding } }), 'response')) as [IncomingMessage]
  expect(answer.headers['content-encoding']).toBe(encoding)
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
