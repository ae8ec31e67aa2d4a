import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { audit, forget, stdout, url } from '@quirecms/audit'
import type { Runtime } from '@quirecms/core'
import { examine } from '@quirecms/features/commands'
import { verifyWebhook } from '@quirecms/webhooks/verify'
import { must } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { systemCallIn } from 'quirecms/plugin'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Recorded, recorded } from './recorded.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const config = defineConfig({
  admin: { users: 'users' },
  collections: {
    users: collection({ auth: true, fields: { name: f.text() } }),
    posts: collection({ fields: { title: f.text() }, access: { read: () => true, create: () => true } }),
  },
})

describe('shipped entries', () => {
  let log: Recorded
  let server: Server
  let isDown = true
  const taken: { readonly body: string; readonly isSigned: boolean }[] = []
  const printed: string[] = []

  beforeAll(async () => {
    server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const body = Buffer.concat(parts).toString()
        if (!isDown) taken.push({ body, isSigned: verifyWebhook({ secret: SECRET, headers: request.headers, body }) })
        response.writeHead(isDown ? 503 : 204).end()
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const place = url({ url: `http://127.0.0.1:${port}/log`, secret: SECRET, privateNetwork: true })
    log = await recorded(config, 'sqlite', { ship: [stdout(), place], chain: true })
  })
  afterAll(async () => {
    await log.close()
    server.close()
  })

  it('arrive complete and signed, even if the receiver was down at first', async () => {
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed.push(String(text))
      return true
    })
    try {
      const { id } = (await log.app.local.asSystem().collection('posts').create({ title: 'A' })) as { id: string }
      await log.app.runJobs()
      expect(taken).toEqual([])
      isDown = false
      await expect
        .poll(async () => {
          await log.app.runJobs()
          return taken.map(({ body }) => body).join('')
        })
        .toContain(id)
      expect(taken.every(({ isSigned }) => isSigned)).toBe(true)
      const shipped = taken
        .flatMap(({ body }) => body.trim().split('\n'))
        .map((line) => JSON.parse(line) as { id: string })
      const ids = (await log.entries()).map((entry) => entry.id)
      expect(shipped.map((entry) => entry.id).toSorted()).toEqual(ids.toSorted())
      expect(printed.join('')).toContain(id)
      // So are entries of forgotten users.
      const ann = await log.user('Ann', {})
      await forget(log.app, { collection: 'users', id: ann.id })
      await expect
        .poll(async () => {
          await log.app.runJobs()
          return taken.flatMap(({ body }) => body.trim().split('\n')).join()
        })
        .toMatch(new RegExp(`"forget","entity":"users","documentId":"${ann.id}"`))
    } finally {
      spy.mockRestore()
    }
  })

  it('include those of commands, and doctor verifies their chain', async () => {
    const command = await log.start({ command: true })
    await command.local.asSystem().collection('posts').create({ title: 'B' })
    await command.close()
    expect((await log.entries()).at(-1)).toMatchObject({ via: 'cli', actor: null, request: null })
    await log.app.runJobs()
    const findings = async () => {
      const { runtime }: { runtime: Runtime } = systemCallIn(log.app, 'a test')
      const found: string[] = []
      for await (const { check, finding } of examine(runtime, { files: false }))
        if (finding) found.push(`${check}: ${finding.message}`)
      return found
    }
    expect(await findings()).toEqual([])
    const victim = must((await log.entries())[1], 'entry')
    await log.app.storage.transaction(({ records }) =>
      records.update('audit-entries', { id: victim.id }, { outcome: 'refused' }),
    )
    expect(await findings()).toEqual([expect.stringContaining('the chain of the audit log')])
  })

  it('refuse options that do not work', () => {
    const wrong = () => audit({ ship: [url({ url: 'http://example.com', secret: 'short' })], retention: '1h' })
    expect(wrong).toThrow(/https[^]*whsec_|whsec_[^]*https/)
    expect(wrong).toThrow("at least '1d'")
    // @ts-expect-error -- no such option
    expect(() => audit({ retantion: '1d' })).toThrow('retantion')
  })
})
