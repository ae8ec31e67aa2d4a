import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPublicAddress, type Network } from '@quirecms/files'
import { docOf, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, disk, f } from 'quirecms'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CERTIFICATE, KEY } from './certificate.ts'
import { PNG } from './gallery.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-remote-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const everybody = () => true
const access = { read: everybody, create: everybody }
const hosts = ['files.example.com', '*.example.org', '127.0.0.1']

const config = defineConfig({
  storage: disk(folder),
  collections: {
    media: collection({
      upload: { maxFileSize: '10kb', mimeTypes: ['image/*'], remote: { hosts } },
      fields: { alt: f.text({ maxLength: 10 }) },
      access,
    }),
    closed: collection({ upload: true, fields: {}, access }),
    secret: collection({ upload: { remote: { hosts } }, fields: {} }),
    pages: collection({ fields: {}, access }),
  },
})

/** Addresses of the test's host names. */
const names: Record<string, () => string[]> = {
  'files.example.com': () => ['127.0.0.1'],
  'private.example.org': () => ['10.0.0.1'],
  'mixed.example.org': () => ['127.0.0.1', '10.0.0.1'],
  'nobody.example.org': () => {
    throw new Error('ENOTFOUND')
  },
}

let resolved = 0
const network: Network = {
  resolve: async (hostname) => {
    resolved += 1
    return names[hostname]?.() ?? []
  },
  // Allows the test's server; all other addresses are checked as usual.
  isAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
  ca: CERTIFICATE,
}

let server: Server
let port = 0
const paths: string[] = []

beforeAll(async () => {
  server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    const path = request.url ?? ''
    paths.push(path)
    const to = (location: string) => void response.writeHead(302, { location }).end()
    if (path === '/images/gull.png') response.end(PNG)
    else if (path === '/redirect') to('/images/gull.png')
    else if (path.startsWith('/loop')) to(`/loop${path.length}`)
    else if (path === '/three') to('/two')
    else if (path === '/two') to('/redirect')
    else if (path === '/elsewhere') to(`https://evil.example.net:${port}/images/gull.png`)
    else if (path === '/inside') to('https://private.example.org/x.png')
    else if (path === '/plain') to(`http://files.example.com:${port}/images/gull.png`)
    else if (path === '/large.png') response.end(Buffer.alloc(20_000, PNG))
    else if (path === '/endless.png') response.writeHead(200).write(Buffer.concat([PNG, Buffer.alloc(20_000)]))
    else if (path === '/broken.png') {
      response.writeHead(200, { 'content-length': '5000' }).write(PNG)
      setTimeout(() => response.destroy(), 20)
    } else if (path === '/text.png') response.end('text')
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

onEachDatabase('remote uploads', { config, network }, (app) => {
  const fetchInto = (url: string, data?: object, slug = 'media') =>
    app().request('POST', `/api/collections/${slug}/remote-upload`, { body: { url, ...(data && { data }) } })
  const at = (path: string) => `https://files.example.com:${port}${path}`

  it('fetch the file', async () => {
    const answer = await fetchInto(at('/images/gull.png'), { alt: 'A gull' })
    expect(answer.status).toBe(201)
    expect(docOf(answer)).toMatchObject({ filename: 'gull.png', mimeType: 'image/png', alt: 'A gull' })
    expect((await app().request('GET', String(docOf(answer)['url']))).bytes.equals(PNG)).toBe(true)
  })

  it('follow three redirects, and check each', async () => {
    expect((await fetchInto(at('/three'))).status).toBe(201)
    for (const path of ['/loop', '/elsewhere', '/inside', '/plain']) {
      const answer = await fetchInto(at(path))
      expect([path, answer.status]).toEqual([path, 422])
      expect(answer.body.error.issues).toMatchObject([{ code: 'forbidden', path: 'url' }])
    }
  })

  it.each([
    'http://files.example.com/a.png',
    'ftp://files.example.com/a.png',
    'file:///etc/passwd',
    'https://user:secret@files.example.com/a.png',
    'https://user@files.example.com/a.png',
    'https://other.example.com/a.png',
    'https://example.org/a.png',
    'https://files.example.com.evil.net/a.png',
    'https://private.example.org/a.png',
    'https://mixed.example.org/a.png',
    'https://localhost/a.png',
    'https://[::1]/a.png',
    'https://[::ffff:127.0.0.1]/a.png',
    'https://169.254.169.254/latest',
    'https://0x7f.1/a.png?not=listed',
  ])('are refused: %s', async (url) => {
    paths.length = 0
    const answer = await fetchInto(url)
    // The loopback address is on the list and allowed here, so the error is about the connection: no server listens on that port.
    const code = url.includes('0x7f') ? 'unreachable' : 'forbidden'
    expect(answer.status).toBe(422)
    expect(answer.body.error.issues).toMatchObject([{ code, path: 'url' }])
    expect(paths).toEqual([])
  })

  it('resolve a name once, and connect to the checked address', async () => {
    resolved = 0
    names['files.example.com'] = () => (resolved === 1 ? ['127.0.0.1'] : ['10.0.0.1'])
    expect((await fetchInto(at('/images/gull.png'))).status).toBe(201)
    expect(resolved).toBe(1)
    names['files.example.com'] = () => ['127.0.0.1']
  })

  it('report an invalid response of the server', async () => {
    for (const url of [
      at('/missing.png'),
      'https://nobody.example.org/a.png',
      at('/broken.png'),
      'https://files.example.com:1/',
    ]) {
      const answer = await fetchInto(url)
      expect([url, answer.status]).toEqual([url, 422])
      expect(answer.body.error.issues).toMatchObject([{ code: 'unreachable', path: 'url' }])
    }
  })

  it('have the limits of every upload', async () => {
    expect((await fetchInto(at('/large.png'))).body.error.code).toBe('payload_too_large')
    expect((await fetchInto(at('/endless.png'))).status).toBe(413)
    expect((await fetchInto(at('/text.png'))).body.error.issues).toMatchObject([
      { code: 'option', path: 'url' },
      { code: 'format', path: 'url' },
    ])
    expect((await fetchInto(at('/images/gull.png'), { alt: 'far too long' })).body.error.issues).toMatchObject([
      { code: 'max_length', path: 'data.alt' },
    ])
    expect((await fetchInto('not a url')).body.error.issues).toMatchObject([{ code: 'format', path: 'url' }])
    const wrong = await app().request('POST', '/api/collections/media/remote-upload', { body: { data: {} } })
    expect(wrong.body.error.issues).toMatchObject([{ code: 'required', path: 'url' }])
  })

  it('exist only with uploads and configured hosts', async () => {
    const closed = await fetchInto(at('/images/gull.png'), {}, 'closed')
    expect([closed.status, closed.body.error.code]).toEqual([403, 'forbidden'])
    expect((await fetchInto(at('/images/gull.png'), {}, 'secret')).status).toBe(401)
    expect((await fetchInto(at('/images/gull.png'), {}, 'pages')).status).toBe(404)
  })
})

it.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.15.255.255', true],
  ['172.16.0.1', false],
  ['172.17.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['198.18.0.1', false],
  ['192.0.2.1', false],
  ['::1', false],
  ['::', false],
  ['::ffff:8.8.8.8', false],
  ['::ffff:127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:0:1::', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['ff02::1', false],
  ['fe80::1%eth0', false],
  ['2001:db8::1', false],
  ['not an address', false],
])('distinguishes public addresses from others: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})
