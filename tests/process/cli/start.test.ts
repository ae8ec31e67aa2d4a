import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase } from '@quirecms/testkit'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { AppFolder, ask } from './quire-process.ts'
import { sampleConfig } from './sample-config.ts'

const config = { 'quire.config.ts': sampleConfig() }

describe('quire start', () => {
  test('refuses to serve while a migration is missing, and names the command', async () => {
    const folder = await AppFolder.create(config)
    const { code, stdout, stderr } = await folder.runAlone(['start', '--port', '0'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe(
      `The database does not match the configuration yet. These steps are missing:
- prepare the database
- create table notes
- create table global:process
- create record table locks
- create record table transfers
- create record table transfer_parts
- create record table jobs
- create record table job-details
- create record table job-keys
- seed global:process
Run 'quire migrate' first, or start with --migrate.
`,
    )
  })

  test('migrates with --migrate, prints its address, serves, and uses the port exclusively', async () => {
    const folder = await AppFolder.create(config)
    // An empty LOG_LEVEL is ignored.
    const quire = await folder.serve(['start', '--port', '0', '--migrate'], { env: { LOG_LEVEL: '' } })
    expect(quire.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(await ask(`${quire.address}/api/collections/notes`)).toMatchObject({ status: 200, body: { docs: [] } })
    expect(await ask(`${quire.address}/readyz`)).toMatchObject({ status: 200 })

    const { port } = new URL(quire.address)
    expect(await folder.runAlone(['start', '--port', port])).toEqual({
      code: 1,
      stdout: '',
      stderr: `Port ${port} on 127.0.0.1 is in use. Choose another one with --port.\n`,
    })
    // One message for all workers.
    const { code, stderr } = await folder.runAlone(['start', '--workers', '2', '--port', port])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Port \d+( on 127\.0\.0\.1)? is in use\. Choose another one with --port\.\n$/)

    quire.signal('SIGTERM')
    expect(await quire.ended()).toBe(0)
    const lines = quire.stdout.split('\n').filter((line) => line !== '' && line !== 'asked')
    expect(lines.filter((line) => line.startsWith('ready at '))).toHaveLength(1)
    const log = lines.filter((line) => !line.startsWith('ready at ')).map((line) => JSON.parse(line) as { msg: string })
    expect(log.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['migrated: create table notes', 'request', 'stopping']),
    )
    expect(quire.stderr).toBe('')
  })

  test('reports a host that is not of this machine', async () => {
    const folder = await AppFolder.create(config)
    const { code, stderr } = await folder.runAlone(['start', '--port', '0', '--migrate', '--host', '192.0.2.1'])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: '192.0.2.1 cannot be used: this machine does not have that address. Choose another one with --host.\n',
    })
  })
})

describe('the environment', () => {
  test('overrides the configuration, and options override the environment; relative paths start where they are defined', async () => {
    const folder = await AppFolder.create({
      'app/quire.config.ts': sampleConfig().replace('server: {', `server: { host: '192.0.2.1', port: 1,`),
    })
    const start = ['start', '--migrate', '--config', 'app/quire.config.ts']
    const byFlag = await folder.serve([...start, '--host', '127.0.0.1', '--port', '0'], {
      env: { HOST: '192.0.2.1', PORT: '2', DATABASE_URL: 'sqlite:other/chosen.db' },
    })
    expect(byFlag.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(existsSync(join(folder.path, 'other/chosen.db'))).toBe(true)
    expect(existsSync(join(folder.path, 'app/data'))).toBe(false)
    const byEnvironment = await folder.serve(start, { env: { HOST: '127.0.0.1', PORT: '0' } })
    expect(byEnvironment.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(existsSync(join(folder.path, 'app/data/test.db'))).toBe(true)
  })

  test('chooses PostgreSQL, which needs no flag once it is migrated', async () => {
    const database = await createTestDatabase('postgres', inject('postgresUrl'))
    onTestFinished(() => database.remove())
    const folder = await AppFolder.create(config)
    const env = { DATABASE_URL: (database.config as { url: string }).url }
    expect(await folder.run(['migrate'], { env })).toMatchObject({ code: 0 })
    const quire = await folder.serve(['start', '--port', '0'], { env })
    expect(await ask(`${quire.address}/readyz`)).toMatchObject({ status: 200 })
    expect(await ask(`${quire.address}/api/collections/notes/count`)).toEqual({ status: 200, body: { count: 0 } })
    expect(existsSync(join(folder.path, 'data'))).toBe(false)
  })
})

describe('a database that cannot be reached', () => {
  test('is reported by each command that needs it, without the password', async () => {
    const folder = await AppFolder.create(config)
    const env = { DATABASE_URL: 'postgres://somebody:secret@127.0.0.1:1/nothing', PORT: '0' }
    const said = { code: 1, stdout: '', stderr: 'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1\n' }
    expect(await folder.runAlone(['start'], { env })).toEqual(said)
    expect(await folder.run(['migrate'], { env })).toEqual(said)
  })

  test('is reported for a file that is not a database', async () => {
    const folder = await AppFolder.create({
      ...config,
      'broken.db': 'This is not a database, only a text that is long enough.',
    })
    const { code, stderr } = await folder.run(['migrate'], { env: { DATABASE_URL: 'sqlite:broken.db' } })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The database cannot be used right now: file is not a database\n$/)
  })
})
