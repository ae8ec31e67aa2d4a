import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AppFolder, ask } from './quire-process.ts'
import { sampleConfig } from './sample-config.ts'

const config = { 'quire.config.ts': sampleConfig() }
const withTags = {
  'quire.config.ts': sampleConfig({ more: 'tags: collection({ fields: { name: f.text({ index: true }) } }),' }),
}

describe('quire migrate', () => {
  test('shows pending steps, applies them one by one, and then has nothing to do', async () => {
    const folder = await AppFolder.create(config)
    const before = await folder.runAlone(['migrate', 'status'])
    expect(before.code).toBe(1)
    expect(before.stdout).toMatch(/^pending {28}create table notes$/m)
    expect(before.stdout).toMatch(/^0 applied, 10 pending\.$/m)

    expect(await folder.runAlone(['migrate'])).toEqual({
      code: 0,
      stdout: `prepare the database\ncreate table notes\ncreate table global:process\ncreate record table locks\ncreate record table transfers\ncreate record table transfer_parts\ncreate record table jobs\ncreate record table job-details\ncreate record table job-keys\nseed global:process\n10 steps applied.\n`,
      stderr: '',
    })
    expect(await folder.run(['migrate'])).toEqual({ code: 0, stdout: 'Nothing to do.\n', stderr: '' })

    const after = await folder.run(['migrate', 'status'])
    expect(after.code).toBe(0)
    expect(after.stdout).toMatch(/^applied {2}\d{4}-\d\d-\d\dT[\d:.]+Z {2}create table notes$/m)
    expect(after.stdout).toMatch(/^10 applied, 0 pending\.$/m)
  })

  test('destroys no data without the flag', async () => {
    const folder = await AppFolder.create(withTags)
    await folder.run(['migrate'])
    await folder.write('quire.config.ts', sampleConfig({ more: 'pages: collection({ fields: {} }),' }))

    const status = await folder.run(['migrate', 'status'])
    expect(status.stdout).toMatch(/drop table tags: 0 documents \(destroys data\)$/m)
    expect(status.stdout).toMatch(/2 pending, 1 of them destructive\.$/m)

    const left = `Not applied, because they would destroy data:
- drop table tags: 0 documents
To apply them too, run: quire migrate --destructive
`
    const applied = await folder.run(['migrate'])
    expect(applied).toMatchObject({ code: 0, stderr: '' })
    expect(applied.stdout).toContain(`create table pages\n1 step applied.\n${left}`)
    expect(await folder.run(['migrate'])).toEqual({ code: 0, stdout: left, stderr: '' })

    const quire = await folder.serve(['start', '--port', '0', '--migrate'])
    expect(await ask(`${quire.address}/readyz`)).toMatchObject({ status: 200 })
    await quire.until(() => quire.stdout.includes('drop table tags'))
    // Destructive steps that wait for permission are not pending.
    expect(await folder.run(['migrate', 'status'])).toMatchObject({ code: 0 })

    expect(await folder.run(['migrate', '--destructive'])).toMatchObject({
      code: 0,
      stdout: 'drop table tags: 0 documents\n1 step applied.\n',
    })
  })
})

describe('quire migrate, of a model with content', () => {
  test('shows how much it would destroy, and what documents lack', async () => {
    const notes = `
      import { collection, defineConfig, f, sqlite } from 'quirecms'
      const database = sqlite('./data/test.db')
      export default defineConfig({ database, collections: { notes: collection({ fields: FIELDS }) } })`
    const folder = await AppFolder.create({
      'quire.config.ts': notes.replace('FIELDS', '{ text: f.text() }'),
      'migrations/1-first.ts': `
        export async function up({ local }) {
          for (const text of ['one', 'two']) await local.collections.notes.create({ text })
        }`,
    })
    await folder.run(['migrate'])
    await folder.write('quire.config.ts', notes.replace('FIELDS', '{ text: f.number() }'))
    const refused = await folder.run(['migrate'])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(
      /^'convert field notes.text from text to number' would lose stored values, so nothing was changed\..*: "one" cannot become a number/s,
    )
    await folder.write('quire.config.ts', notes.replace('FIELDS', '{ body: f.text({ required: true }) }'))
    const status = await folder.run(['migrate', 'status'])
    expect(status.stdout).toMatch(/drop field notes.text: 2 values \(destroys data\)$/m)
    expect(status.stdout).toMatch(/^warning: notes.body is required, but documents lack it/m)
    // This needs no migration.
    expect(status.code).toBe(0)
    const quire = await folder.serve(['start', '--port', '0'])
    await quire.until(() => quire.stdout.includes('notes.body is required, but documents lack it'))
    expect(await ask(`${quire.address}/readyz`)).toMatchObject({ status: 200 })
    expect(await folder.run(['migrate', '--destructive'])).toMatchObject({
      stdout: expect.stringMatching(/^drop field notes.text: 2 values\n1 step applied.\nwarning: notes.body/),
    })
  })
})

describe('quire migrate create', () => {
  test('writes a migration that runs unchanged', async () => {
    const folder = await AppFolder.create(config)
    const { code, stdout } = await folder.runAlone(['migrate', 'create', 'Trim all_titles'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^migrations\/\d{8}-\d{6}-trim-all-titles\.ts\n$/)
    const text = await readFile(join(folder.path, stdout.trim()), 'utf8')
    expect(text).toContain(`import type config from '../quire.config.ts'`)
    expect((await folder.run(['migrate'])).stdout).toMatch(/^run \d{8}-\d{6}-trim-all-titles$/m)
  })

  test('writes JavaScript beside a configuration in JavaScript', async () => {
    const folder = await AppFolder.create({ 'quire.config.mjs': sampleConfig() })
    const { stdout } = await folder.run(['migrate', 'create', 'first'])
    expect(stdout).toMatch(/^migrations\/\d{8}-\d{6}-first\.mjs\n$/)
    expect((await folder.run(['migrate'])).code).toBe(0)
  })

  test('refuses a name that is not a file name', async () => {
    const folder = await AppFolder.create(config)
    const { code, stderr } = await folder.run(['migrate', 'create', '../outside'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^'\.\.\/outside' cannot be the name of a migration/)
    expect(existsSync(join(folder.path, 'migrations'))).toBe(false)
  })
})

describe('data migrations', () => {
  test('run once, in the order of their names, with the local API as the system', async () => {
    const folder = await AppFolder.create({
      ...config,
      'migrations/2-second.ts': `
        export async function up({ local }) {
          const { docs: [first] } = await local.collections.notes.find()
          await local.collections.notes.update(first.id, { text: first.text + ', seen' })
        }`,
      'migrations/1-first.ts': `
        export async function up({ local }) {
          await local.collections.notes.create({ text: 'made' })
        }`,
      'migrations/notes.md': 'Not a migration.',
    })
    const { stdout, stderr } = await folder.run(['migrate'])
    expect(stderr).toBe('')
    expect(stdout.split('\n').filter((line) => line.startsWith('run '))).toEqual(['run 1-first', 'run 2-second'])
    const quire = await folder.serve(['start', '--port', '0', '--migrate'])
    const { body } = await ask(`${quire.address}/api/collections/notes`)
    expect(body).toMatchObject({ docs: [{ text: 'made, seen', revision: 2 }] })
  })

  test('emit events only after their transaction, which is atomic', async () => {
    const notes = `hooks: { afterCommit: [({ doc }) => { console.log('told of ' + doc.text) }] },`
    const folder = await AppFolder.create({
      'quire.config.ts': sampleConfig({ notes }),
      'migrations/1-good.ts': `
        export async function up({ local }) {
          await local.collections.notes.create({ text: 'kept' })
          console.log('good is over')
        }`,
      'migrations/2-bad.ts': `
        export async function up({ local }) {
          await local.collections.notes.create({ text: 'lost' })
          throw new TypeError('half-way')
        }`,
    })
    const { code, stdout, stderr } = await folder.run(['migrate'])
    expect(code).toBe(1)
    expect(stderr).toBe(`'run 2-bad' failed: TypeError: half-way\n    at migrations/2-bad.ts:4:17\n`)
    expect(stdout).toMatch(/good is over\n(.*\n)*told of kept\n/)
    expect(stdout).not.toContain('told of lost')
    expect(stdout).toMatch(/^run 1-good$/m)

    await folder.write('migrations/2-bad.ts', 'export const up = () => {}')
    const quire = await folder.serve(['start', '--port', '0', '--migrate'])
    const { body } = await ask(`${quire.address}/api/collections/notes`)
    expect(body).toMatchObject({ docs: [{ text: 'kept' }], pagination: { totalDocs: 1 } })
  })

  test('name the document that they could not write', async () => {
    const folder = await AppFolder.create({
      ...config,
      'migrations/1-wrong.ts': `export const up = ({ local }) => local.collections.notes.create({ txet: 'x' })`,
    })
    const { code, stderr } = await folder.run(['migrate'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^'run 1-wrong' failed: Some values are not valid\. The issues say which\.\n- t\w+: /)
  })

  test.each([
    ['export const down = () => {}', /exports no function named 'up'/],
    ['export function up( {', /1-broken\.ts cannot be loaded\.\nSyntaxError/],
  ])('that cannot be loaded are named: %s', async (source, message) => {
    const folder = await AppFolder.create({ ...config, 'migrations/1-broken.ts': source })
    const { code, stderr } = await folder.run(['migrate'])
    expect(code).toBe(1)
    expect(stderr).toMatch(message)
  })
})
