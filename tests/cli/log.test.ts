import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { AppFolder, ask } from './quire-process.ts'
import { sampleConfig } from './sample-config.ts'

/** The messages of a service that was started, asked once and stopped. */
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

describe('what quire start logs', () => {
  test('is everything from info on, each request included', async () => {
    // An empty LOG_LEVEL is none.
    expect(await messages('', { LOG_LEVEL: '' })).toEqual(expect.arrayContaining(['request', 'stopping']))
  })

  test('is as loud as the configuration says, in workers too', async () => {
    expect(await messages(`log: { level: 'error' },`, {}, ['--workers', '2'])).toEqual([])
  })

  test('is as loud as LOG_LEVEL says, which stands above the configuration', async () => {
    expect(await messages(`log: { level: 'error' },`, { LOG_LEVEL: 'info' })).toContain('request')
  })

  test('has no requests where the configuration wants none', async () => {
    const told = await messages('log: { requests: false },')
    expect(told).toContain('stopping')
    expect(told).not.toContain('request')
  })

  test('is nothing where a level is none, whoever says it', async () => {
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
    const { code, stderr } = await configured.runAlone(['dev', '--port', '0', '--migrate'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The configuration is not valid: log\.level: must be 'trace' or .*\n$/)
  })
})

describe('what createApp logs', () => {
  const script = `
    import { createApp, sqlite } from 'quire'
    import config from './quire.config.ts'
    const app = await createApp({ ...config, database: sqlite(':memory:') })
    await app.fetch(new Request('http://localhost/api/schema'))
    await app.close()`

  const linesOf = async (rest: string, env: Readonly<Record<string, string>> = {}) => {
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig({ rest }), 'script.ts': script })
    const { LOG_LEVEL: _level, ...inherited } = process.env
    const { stdout } = await promisify(execFile)(process.execPath, ['script.ts'], {
      cwd: folder.path,
      env: { ...inherited, ...env },
    })
    return stdout.split('\n').filter((line) => line !== '')
  }

  test('is what the configuration and the environment say', async () => {
    expect(await linesOf('')).toEqual([expect.stringContaining('"path":"/api/schema"')])
    expect(await linesOf('log: { requests: false },')).toEqual([])
    expect(await linesOf('', { LOG_LEVEL: 'warn' })).toEqual([])
    await expect(linesOf('', { LOG_LEVEL: 'loud' })).rejects.toThrow('LOG_LEVEL: must be trace')
  })
})
