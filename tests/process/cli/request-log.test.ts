// @module-tag release
import { Agent, get } from 'node:http'
import { describe, expect, test } from 'vitest'
import { AppFolder, type QuireProcess } from './quire-process.ts'

/** Several times the size of the log's buffer and of a pipe. */
const REQUESTS = 900

const CONFIG = `
  import { collection, defineConfig, f } from 'quirecms'
  export default defineConfig({
    server: { rateLimit: false },
    collections: {
      notes: collection({
        fields: { text: f.text() },
        access: {
          read: () => true,
          // The application's own mistake, behind the back of the request.
          create: () => { setTimeout(() => { throw new Error('the end') }); return true },
        },
      }),
    },
  })`

/** Sends concurrent requests, and resolves when all are answered. */
async function askMuch(address: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const one = (number: number) =>
    new Promise<void>((resolve, reject) => {
      get(`${address}/api/collections/notes`, { agent, headers: { 'X-Request-ID': `r-${number}` } }, (response) => {
        response.resume()
        response.on('end', resolve)
      }).on('error', reject)
    })
  await Promise.all(Array.from({ length: REQUESTS }, (_, number) => one(number)))
  agent.destroy()
}

/** Distinct request ids in the log. */
function loggedIds({ stdout }: QuireProcess): string[] {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
  const records = lines.map((line) => JSON.parse(line) as { requestId?: string })
  return records.flatMap(({ requestId }) => (requestId?.startsWith('r-') ? [requestId] : [])).toSorted()
}

const ALL = Array.from({ length: REQUESTS }, (_, number) => `r-${number}`).toSorted()

describe('the request log', () => {
  test('loses nothing when a signal stops the service', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': CONFIG })
    const quire = await folder.serve(['start', '--port', '0', '--migrate'])
    await askMuch(quire.address)
    quire.signal('SIGTERM')
    expect(await quire.ended()).toBe(0)
    expect(loggedIds(quire)).toEqual(ALL)
    expect(quire.stdout.trimEnd().split('\n').at(-1)).toContain('"msg":"stopping"')
  })

  test('loses nothing when the application crashes', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': CONFIG })
    const quire = await folder.serve(['start', '--port', '0', '--migrate'])
    await askMuch(quire.address)
    const headers = { 'content-type': 'application/json' }
    await fetch(`${quire.address}/api/collections/notes`, { method: 'POST', headers, body: '{}' }).catch(() => {})
    expect(await quire.ended()).toBe(1)
    expect(quire.stdout).toContain('the end')
    expect(loggedIds(quire)).toEqual(ALL)
  })
})
