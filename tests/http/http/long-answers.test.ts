import { hash } from 'node:crypto'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { createTestApp, type TestApp } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

const config = defineConfig({
  collections: {
    reports: collection({
      access: { read: () => true },
      cache: '1m',
      fields: { title: f.text(), text: f.textarea({ maxLength: 1_000_000 }) },
    }),
  },
})

/** Longer than a piece and than socket buffers, with characters of several bytes. */
const REPORTS = 12
const TEXT = 'Grüße aus der Ferne \u{1f30d} "in Anführung" '.repeat(20_000)
const LIST = '/api/collections/reports?limit=100&sort=title'

let library: TestApp<typeof config>
let expected: string
beforeAll(async () => {
  library = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
  const reports = library.app.local.asSystem().collections.reports
  for (let number = 10; number < 10 + REPORTS; number += 1)
    await reports.create({ title: `${number}`, text: `${TEXT}${number}` })
  const { docs, pagination } = await reports.find({ limit: 100, sort: 'title' })
  expected = JSON.stringify({ docs, pagination })
})
afterAll(() => library.close())

const get = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(library.url + LIST, { method, headers: { 'Accept-Encoding': 'identity', ...headers } })

it('have the same bytes as short ones, with their length', { tags: ['release'] }, async () => {
  const answer = await get()
  expect(answer.headers.get('Content-Length')).toBe(String(Buffer.byteLength(expected)))
  expect((await answer.text()) === expected).toBe(true)
  const head = await get({}, 'HEAD')
  expect(head.headers.get('Content-Length')).toBe(String(Buffer.byteLength(expected)))
  expect(await head.text()).toBe('')
})

it('have an ETag of their bytes', async () => {
  const tag = `"${hash('sha256', expected, 'base64url').slice(0, 16)}"`
  const answer = await get()
  expect(answer.headers.get('ETag')).toBe(tag)
  await answer.arrayBuffer()
  expect((await get({ 'If-None-Match': tag })).status).toBe(304)
})

it('are compressed as a whole', async () => {
  const bytes = await new Promise<Buffer>((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(new URL(library.url).port), '127.0.0.1')
    socket.write(`GET ${LIST} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n`)
    socket.on('data', (chunk) => void chunks.push(chunk))
    socket.on('end', () => resolve(Buffer.concat(chunks)))
  })
  const end = bytes.indexOf('\r\n\r\n')
  expect(bytes.subarray(0, end).toString()).toContain('Content-Encoding: gzip')
  expect(gunzipSync(bytes.subarray(end + 4)).toString() === expected).toBe(true)
})

it('arrive complete at a slow client, and the connection stays usable', async () => {
  const chunks: Buffer[] = []
  const socket = connect(Number(new URL(library.url).port), '127.0.0.1')
  socket.pause()
  socket.write(`GET ${LIST} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n')
  // Other requests are served meanwhile.
  expect((await library.request('GET', '/healthz')).status).toBe(200)
  const over = new Promise((resolve) => socket.once('end', resolve))
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    socket.pause()
    setImmediate(() => socket.resume())
  })
  socket.resume()
  await over
  const bytes = Buffer.concat(chunks)
  const start = bytes.indexOf('\r\n\r\n') + 4
  const length = Buffer.byteLength(expected)
  expect(bytes.subarray(start, start + length).toString() === expected).toBe(true)
  expect(bytes.subarray(start + length).toString()).toMatch(/^HTTP\/1\.1 200 OK/)
})
