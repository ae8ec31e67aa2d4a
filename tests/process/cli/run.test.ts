import { describe, expect, test } from 'vitest'
import { AppFolder } from './quire-process.ts'
import { sampleConfig } from './sample-config.ts'

const seed = `
  export default async ({ app, args }) => {
    const { notes } = app.local.asSystem().collections
    await notes.createMany(args.map((text) => ({ text })))
    console.log(JSON.stringify((await notes.find({ sort: 'id' })).docs.map(({ text }) => text)))
  }`

describe('quire run', () => {
  test('runs a script with the application and its arguments', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig(), 'scripts/seed.ts': seed })
    await folder.run(['migrate'])
    const ran = await folder.runAlone(['run', 'scripts/seed.ts', 'one', '--config', '-h'])
    expect(ran).toEqual({ code: 0, stdout: '["one","--config","-h"]\n', stderr: '' })
    const elsewhere = await folder.run(['run', '--config', '../quire.config.ts', 'seed.ts'], {
      cwd: `${folder.path}/scripts`,
    })
    expect(elsewhere).toMatchObject({ code: 0, stdout: '["one","--config","-h"]\n' })
  })

  test('reports errors', async () => {
    const folder = await AppFolder.create({
      'quire.config.ts': sampleConfig(),
      'seed.ts': seed,
      'empty.ts': 'export const nothing = 1',
      'broken.ts': 'export default (',
      'throws.ts': `export default () => { throw new Error('out of seeds') }`,
      'refused.ts': `export default ({ app }) => app.local.asSystem().collections.notes.createMany([{ text: 'x' }, {}], { atomic: true })`,
    })
    const failure = async (...args: readonly string[]) => {
      const { code, stderr } = await folder.run(['run', ...args])
      expect(code).toBe(1)
      return stderr
    }
    expect(await failure()).toBe('The file to run is missing. See: quire run --help\n')
    expect(await failure('--nonsense', 'seed.ts')).toContain(`Unknown option '--nonsense'`)
    expect(await failure('nowhere.ts')).toContain('There is no file nowhere.ts.')
    expect(await failure('seed.ts')).toContain(`Run 'quire migrate' first.`)
    await folder.run(['migrate'])
    expect(await failure('empty.ts')).toContain('empty.ts exports no function. Add one: export default')
    expect(await failure('broken.ts')).toContain('broken.ts cannot be loaded.')
    expect(await failure('throws.ts')).toContain('out of seeds')
    expect(await failure('refused.ts')).toContain('- 1.text: Is required.')
    expect(await folder.run(['run', 'seed.ts'])).toMatchObject({ code: 0, stdout: '[]\n' })
  })

  test('has no time limit, neither for a transaction nor for a hook in it, and reports failures of many documents', async () => {
    const folder = await AppFolder.create({
      'quire.config.ts': `
        import { collection, defineConfig, f, sqlite } from 'quirecms'
        export default defineConfig({
          database: sqlite('./data/app.db', { transactionTimeout: '200ms', queryTimeout: '1ms' }),
          collections: { notes: collection({
            fields: { text: f.text({ required: true }) },
            hooks: { beforeChange: [() => new Promise((resolve) => setTimeout(resolve, 150))] },
          }) },
        })`,
      'slow.ts': `
        export default async ({ app }) => {
          const { notes } = app.local.asSystem().collections
          const rows = Array.from({ length: 4 }, (_, index) => ({ text: String(index) }))
          await notes.createMany(rows, { atomic: true })
          await app.local.asSystem().transaction(async (local) => {
            for (const row of rows) await local.collections.notes.create(row)
          })
          const late = await notes.createMany(rows, { atomic: true, transactionTimeout: 200 }).catch(({ code }) => code)
          const { failed } = await notes.createMany([...rows, {}])
          console.log(late, failed, (await notes.count()).count)
        }`,
    })
    await folder.run(['migrate'])
    const { code, stdout } = await folder.run(['run', 'slow.ts'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/\ntimeout 1 12\n$/)
    expect(stdout).toContain('createMany: 1 of 5 documents failed. The first: 4.text: Is required.')
  })

  test('has help', async () => {
    const folder = await AppFolder.create()
    expect((await folder.run(['run', '--help'])).stdout).toContain('quire run [OPTION...] FILE [ARG...]')
  })
})

describe('.env', () => {
  const tell = `export default () => console.log(process.env['GREETING'], process.env['PLACE'])`

  test('is read by every command, with lower priority than the environment', async () => {
    const folder = await AppFolder.create({
      'quire.config.ts': sampleConfig(),
      'app/quire.config.ts': sampleConfig(),
      'tell.ts': tell,
      '.env': 'DATABASE_URL=sqlite:./data/from-env-file.db\nGREETING=hello\n',
      'app/.env': 'GREETING=nearer\nPLACE="the app"\n',
    })
    const migrated = await folder.run(['migrate'])
    expect(migrated.code).toBe(0)
    expect(await folder.run(['run', 'tell.ts'])).toMatchObject({ stdout: 'hello undefined\n' })
    // The database in the file is the migrated one.
    const other = await folder.run(['migrate', 'status'], { env: { DATABASE_URL: 'sqlite:./data/untouched.db' } })
    expect(other.code).toBe(1)
    expect(await folder.run(['migrate', 'status'])).toMatchObject({ code: 0 })
    expect(await folder.run(['run', 'tell.ts'], { env: { GREETING: 'set' } })).toMatchObject({
      stdout: 'set undefined\n',
    })
    const config = ['--config', 'app/quire.config.ts']
    expect(await folder.run(['run', ...config, 'tell.ts'])).toMatchObject({ stdout: 'hello the app\n' })
  })
})

describe('createApp', () => {
  const program = `
    import { createApp, createLogger } from 'quirecms'
    import config from './quire.config.ts'

    const log = createLogger({ level: 'silent' })
    try {
      const app = await createApp(config, { log })
      await app.local.asSystem().collections.notes.create({ text: 'x' })
      console.log(JSON.stringify(await app.local.asSystem().collections.notes.count()))
      await app.close()
    } catch (error) {
      console.log(error.message)
    }`
  const start = (folder: AppFolder, DATABASE_URL: string) =>
    folder.runAlone([], { program: `${folder.path}/program.ts`, env: { DATABASE_URL } })

  test('honours DATABASE_URL, but leaves a database in memory alone', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig(), 'program.ts': program })
    const url = 'sqlite:./data/other.db'
    expect(await start(folder, url)).toMatchObject({ stdout: '{"count":1}\n' })
    expect(await start(folder, url)).toMatchObject({ stdout: '{"count":2}\n' })
    expect(await start(folder, '')).toMatchObject({ stdout: '{"count":1}\n' })
    const wrong = await start(folder, 'mysql://root:hush@localhost')
    expect(wrong.stdout).toContain('DATABASE_URL: must be postgres://')
    expect(wrong.stdout).not.toContain('hush')
    await folder.write('quire.config.ts', sampleConfig({ database: `sqlite(':memory:')` }))
    expect(await start(folder, url)).toMatchObject({ stdout: '{"count":1}\n' })
  })
})
