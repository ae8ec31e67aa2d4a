import { describe, expect, test } from 'vitest'
import { AppFolder, ask } from './quire-process.ts'
import { sampleConfig } from './sample-config.ts'

const importing = `import { more } from './more.ts'\n${sampleConfig({ more: '...more' })}`
const noMore = 'export const more = {}'
const tags = `
  import { collection, f } from 'quirecms'
  export const more = { tags: collection({ fields: { name: f.text() }, access: { read: () => true } }) }`

describe('quire dev', () => {
  test('restarts after a change, migrates automatically, and waits after a mistake', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': importing, 'more.ts': noMore })
    const quire = await folder.serve(['dev', '--port', '0'])
    expect(quire.stdout).toMatch(/INFO {2}migrated: create table notes$/m)
    // Steps of features are one line, whatever their number.
    expect(quire.stdout.match(/migrated: create .*record table.*$/gm)).toEqual([
      expect.stringMatching(/^migrated: create \d+ record tables$/),
    ])
    expect((await ask(`${quire.address}/api/collections/tags`)).status).toBe(404)

    await folder.write('more.ts', tags)
    const address = await quire.ready(2)
    expect(quire.stdout).toMatch(/^more\.ts changed: restarting$/m)
    expect(await ask(`${address}/api/collections/tags/count`)).toEqual({ status: 200, body: { count: 0 } })
    await quire.until(() => /200 GET {4}\/api\/collections\/tags\/count/.test(quire.stdout))

    // Shows the error, and waits for the next change.
    await folder.write('more.ts', 'export const more = {')
    await quire.until(() => quire.stdout.includes('waiting for the next change'))
    expect(quire.stderr).toMatch(/^quire\.config\.ts cannot be loaded\.\nSyntaxError: .*\n {4}at more\.ts:1/)
    await folder.write('more.ts', tags)
    expect((await ask(`${await quire.ready(3)}/api/collections/tags`)).status).toBe(200)

    // Runs a new migration.
    await folder.write(
      'migrations/1-first.ts',
      `export const up = ({ local }) => local.collections.notes.create({ text: 'new' })`,
    )
    await quire.until(() => /migrated: run 1-first/.test(quire.stdout))
    expect(await ask(`${await quire.ready(4)}/api/collections/notes/count`)).toMatchObject({ body: { count: 1 } })

    quire.signal('SIGINT')
    expect(await quire.ended()).toBe(0)
  })

  test('warns of queries of rules that name no field', async () => {
    const posts = `posts: collection({
      fields: { title: f.text() },
      access: {
        read: () => ({ titel: { equals: 'x' } }) as object,
        update: ({ actor }) => actor !== null && ({ owner: { equals: actor.id } } as object),
        delete: ({ doc }) => doc.title === 'x',
      },
    }),
    users: collection({ auth: true, fields: {} }),`
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig({ more: posts }) })
    const quire = await folder.serve(['dev', '--port', '0'])
    const wrong = (rule: string, path: string) =>
      `The access rule "${rule}" of "posts" returned a wrong query: Unknown path "${path}".`
    await quire.until(() => quire.stdout.includes(wrong('update', 'owner')))
    expect(quire.stdout).toContain(`${wrong('read', 'titel')} Did you mean "title"?`)
    expect(quire.stdout).not.toContain('rule "delete"')
  })

  test('ends when it cannot even start', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': 'export default { collections: 3 }' })
    const { code, stderr } = await folder.runAlone(['dev', '--port', '0'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The configuration is not valid: collections: /)
  })
})
