import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { AppFolder, ask } from './quire-process.ts'
import { sampleConfig } from './sample-config.ts'

const config = { 'quire.config.ts': sampleConfig() }
const serveSlowly = ['start', '--port', '0', '--migrate']

describe('a signal', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s lets running requests finish, accepts no other, and exits with 0',
    async (signal) => {
      const folder = await AppFolder.create(config)
      const quire = await folder.serve(serveSlowly, { env: { SLOW_MS: '1500' } })
      const inFlight = ask(`${quire.address}/api/collections/notes`)
      await quire.until(() => quire.stdout.includes('asked'))

      quire.signal(signal)
      await quire.until(() => quire.stdout.includes('stopping'))
      await expect(ask(`${quire.address}/healthz`)).rejects.toThrow('ECONNREFUSED')
      expect(await inFlight).toMatchObject({ status: 200, body: { docs: [] } })
      expect(await quire.ended()).toBe(0)
    },
  )

  test('that comes a second time exits at once', async () => {
    const folder = await AppFolder.create(config)
    const quire = await folder.serve(serveSlowly, { env: { SLOW_MS: '30000' } })
    const inFlight = expect(ask(`${quire.address}/api/collections/notes`)).rejects.toThrow('socket hang up')
    await quire.until(() => quire.stdout.includes('asked'))

    quire.signal('SIGTERM')
    await quire.until(() => quire.stdout.includes('stopping'))
    // Signals in quick succession count as one request: npm forwards the Ctrl-C that the terminal sends to all
    // processes.
    await sleep(200)
    quire.signal('SIGTERM')
    expect(await quire.ended()).toBe(143)
    await inFlight
  })
})
