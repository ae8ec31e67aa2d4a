import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AppFolder, ask } from './quire-process.ts'
import { sampleConfig } from './sample-config.ts'

/** Log messages of a service that was started, called once and stopped. */
async function messages(
  rest: string,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<string[]> {
  const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig({ rest }) })
  const quire = await folder.serve(['start', '--port', '0', '--migrate', ...args], { env })
  await ask(`${quire.address}/api/collections/notes`)
  quire.signal('SIGTERM')
  expect(await quire.ended()).toBe(0)
  const lines = quire.stdout.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
}

/** `start` checks that the level is info, and that each request is logged. */
describe('the log of quire start', () => {
  test('has the configured level, in workers too', async () => {
    expect(await messages(`log: { level: 'error' },`, {}, ['--workers', '2'])).toEqual([])
  })

  test('has the level of LOG_LEVEL, which overrides the configuration', async () => {
    expect(await messages(`log: { level: 'error' },`, { LOG_LEVEL: 'info' })).toContain('request')
  })

  test('omits requests if configured', async () => {
    const told = await messages('log: { requests: false },')
    expect(told).toContain('stopping')
    expect(told).not.toContain('request')
  })

  test('refuses an unknown level, from the environment or an option', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig() })
    const ended = await folder.runAlone(['start', '--port', '0', '--migrate'], { env: { LOG_LEVEL: 'loud' } })
    expect(ended).toEqual({
      code: 1,
      stdout: '',
      stderr:
        "The configuration is not valid: LOG_LEVEL: must be trace, debug, info, warn, error, fatal or silent, not 'loud'\n",
    })
    const configured = await AppFolder.create({
      'quire.config.ts': sampleConfig({ rest: `log: { level: 'loud' as 'info' },` }),
    })
    const { code, stderr } = await configured.run(['migrate'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The configuration is not valid: log\.level: must be 'trace' or .*\n$/)
  })
})

describe('the log of createApp', () => {
  const script = `
    import { createApp, sqlite } from 'quirecms'
    import config from './quire.config.ts'
    const cases = [
      [{}, ''],
      [{ log: { requests: false } }, ''],
      [{}, 'warn'],
      [{}, 'loud'],
    ]
    for (const [number, [more, level]] of cases.entries()) {
      process.env.LOG_LEVEL = level
      try {
        const app = await createApp({ ...config, ...more, database: sqlite(':memory:') })
        await app.fetch(new Request('http://localhost/api/case-' + number))
        await app.close()
      } catch (error) {
        process.stderr.write(error.message)
      }
    }`

  test('has the level of the configuration and the environment', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig(), 'script.ts': script })
    const { stdout, stderr } = await folder.runAlone([], { program: join(folder.path, 'script.ts') })
    expect(stdout.trim().split('\n')).toEqual([expect.stringContaining('"path":"/api/case-0"')])
    expect(stderr).toContain('LOG_LEVEL: must be trace')
  })
})
