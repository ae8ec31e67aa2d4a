// @module-tag release
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { AppFolder } from '../cli/quire-process.ts'
import { freePort } from '../../setup/free-port.ts'
import { testWith } from '../../setup/programs.ts'
import { blockOf } from '../../engine/docs/page-blocks.ts'

const block = (...words: readonly string[]) => blockOf('docs/operating.md', words)

/** Uploads are public; each client has 40 requests per minute. */
const CONFIG = `
  import { collection, defineConfig, disk } from 'quirecms'
  const everybody = () => true
  export default defineConfig({
    storage: disk('./data/uploads'),
    server: { publicUrl: 'https://cms.example.com', allowedHosts: ['cms.example.com'], trustProxy: ['loopback'], rateLimit: { requests: 40 } },
    collections: { media: collection({ upload: { maxFileSize: '4mb' }, fields: {}, access: { read: everybody, create: everybody } }) },
  })`

interface Reply {
  readonly status: number
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

function ask(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Buffer,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, method, path, headers: { host: 'cms.example.com', ...headers } },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, bytes: Buffer.concat(chunks), headers: answer.headers }),
        )
        answer.on('error', reject)
      },
    )
    asked.on('error', (error) => reject(new Error(`${method} ${path}: ${error.message}`)))
    asked.end(body)
  })
}

type Start = (folder: string, port: number, service: string) => ChildProcess

const proxies: Readonly<Record<string, Start>> = {
  nginx: (folder, port, service) => {
    const site = block('nginx')
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replaceAll(/^\s*ssl_.*$/gm, '')
      .replace('127.0.0.1:3000', service)
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n')
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr;\nevents {}\nhttp { access_log off; ${places}\n${site}\n}\n`,
    )
    return spawn('nginx', ['-c', file, '-e', 'stderr'], { stdio: 'ignore' })
  },
  caddy: (folder, port, service) => {
    const site = block('text', 'caddy')
      .replace('cms.example.com', `http://cms.example.com:${port}`)
      .replace('127.0.0.1:3000', service)
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, `{\n\tadmin off\n}\n${site}\n`)
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    return spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { stdio: 'ignore', env })
  },
}

for (const [name, start] of Object.entries(proxies))
  testWith(
    name,
    `the service works behind ${name}, with what the page says`,
    async () => {
      const folder = await AppFolder.create({ 'quire.config.ts': CONFIG })
      const quire = await folder.serve(['start', '--port', '0', '--migrate'], { env: { LOG_LEVEL: 'warn' } })
      const port = await freePort()
      const proxy = start(folder.path, port, new URL(quire.address).host)
      onTestFinished(async () => {
        const ended = once(proxy, 'exit')
        if (proxy.kill('SIGTERM')) await ended
      })
      const get = (path: string, headers: Record<string, string> = {}) => ask(port, 'GET', path, headers)
      await expect
        .poll(() =>
          get('/readyz').then(
            ({ status }) => status,
            () => sleep(50).then(() => 0),
          ),
        )
        .toBe(200)
      // Files pass unchanged, and one that is too large gets Quire's own error.
      const upload = (size: number) => {
        const line = 'b0undary'
        const head = `--${line}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`
        const body = Buffer.concat([
          Buffer.from(head),
          Buffer.alloc(size, 'words '),
          Buffer.from(`\r\n--${line}--\r\n`),
        ])
        return ask(
          port,
          'POST',
          '/api/collections/media',
          { 'content-type': `multipart/form-data; boundary=${line}`, 'content-length': String(body.length) },
          body,
        )
      }
      const made = await upload(3_000_000)
      expect([made.status, made.bytes.toString().slice(0, 200)]).toEqual([201, expect.any(String)])
      const { doc } = JSON.parse(made.bytes.toString()) as { doc: { objectKey: string } }
      const file = await get(`/api/uploads/media/${doc.objectKey}`)
      expect([file.status, file.bytes.equals(Buffer.alloc(3_000_000, 'words '))]).toEqual([200, true])
      const part = await get(`/api/uploads/media/${doc.objectKey}`, { range: 'bytes=0-4' })
      expect([part.status, part.bytes.toString()]).toEqual([206, 'words'])
      const tag = String(file.headers['etag'])
      expect((await get(`/api/uploads/media/${doc.objectKey}`, { 'if-none-match': tag })).status).toBe(304)
      const refused = await upload(6_000_000)
      expect([refused.status, refused.bytes.toString()]).toEqual([413, expect.stringContaining('payload_too_large')])
      // Clients can't choose their address: all of these count as one client.
      const statuses = new Set<number>()
      for (let number = 0; number < 45; number += 1)
        statuses.add((await get('/api/collections/media?limit=1', { 'x-forwarded-for': `203.0.113.${number}` })).status)
      expect(statuses).toEqual(new Set([200, 429]))
      // Other host names are refused (by Caddy itself, with an empty response).
      const other = await ask(port, 'GET', '/api/collections/media', { host: 'other.example.com' })
      expect(other.bytes.toString()).not.toContain('"docs"')
    },
    180_000,
  )
