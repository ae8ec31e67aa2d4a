import { describe, expect, test } from 'vitest'
import { AppFolder } from './quire-process.ts'

const config = {
  'quire.config.ts': `
    import { collection, defineConfig, f, sqlite } from 'quirecms'

    export default defineConfig({
      database: sqlite('./data/test.db'),
      admin: { users: 'users' },
      collections: {
        users: collection({
          auth: { apiKeys: true, accounts: { service: true } },
          fields: {
            name: f.text(),
            roles: f.select({ options: ['admin'], many: true, access: { create: () => false } }),
          },
          access: { create: () => false },
        }),
        members: collection({ auth: true, fields: {} }),
        notes: collection({ fields: {} }),
      },
    })`,
}
const ann = ['create-user', '--collection', 'users', '--email', 'Ann@Example.com']
const input = 'correct horse'

describe('quire create-user', () => {
  test('creates a user who can sign in, without checking rules', async () => {
    const folder = await AppFolder.create(config)
    await folder.run(['migrate'])
    const created = await folder.runAlone([...ann, '--data', '{"name":"Ann","roles":["admin"]}'], {
      input: `${input}\n`,
    })
    expect(created).toMatchObject({ code: 0, stderr: '' })
    expect(created.stdout).toMatch(/^users [0-9a-f-]{36}\n$/)

    const quire = await folder.serve(['start', '--port', '0'])
    const login = await fetch(`${quire.address}/api/auth/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@example.com', password: input }),
    })
    expect(login.status).toBe(200)
    expect(await login.json()).toMatchObject({ user: { email: 'ann@example.com', name: 'Ann', roles: ['admin'] } })
    // There has been a user, so bootstrap is closed.
    const bootstrap = await fetch(`${quire.address}/api/auth/users/bootstrap`)
    expect(await bootstrap.json()).toEqual({ available: false })
  })

  test('creates a service account, without asking for a password', async () => {
    const folder = await AppFolder.create(config)
    await folder.run(['migrate'])
    const created = await folder.run([
      'create-user',
      '--collection',
      'users',
      '--service',
      '--data',
      '{"name":"Importer"}',
    ])
    expect(created).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^users [0-9a-f-]{36}\n$/) })
    const exported = await folder.run(['export', 'users'])
    expect(exported.stdout).toMatch(/"email":null.*"name":"Importer".*|"name":"Importer".*"email":null/)
  })

  test('reports an invalid user', async () => {
    const folder = await AppFolder.create(config)
    await folder.run(['migrate'])
    const wrong = ['create-user', '--collection', 'users', '--email', 'nobody', '--data', '{"nmae":"Ann"}']
    const refused = await folder.run(wrong, { input: 'short' })
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/^- password: Must have at least 8 characters\.$/m)
    expect(refused.stderr).toMatch(/^- data\.nmae: /m)
    expect(refused.stderr).toMatch(/^- data\.email: /m)

    expect(await folder.run(ann, { input })).toMatchObject({ code: 0 })
    const again = await folder.run(ann, { input })
    expect(again.code).toBe(1)
    expect(again.stderr).toMatch(/^- data\.email: /m)
  })

  test('needs a password on standard input, and never prints it', async () => {
    const folder = await AppFolder.create(config)
    await folder.run(['migrate'])
    const refused = {
      code: 1,
      stdout: '',
      stderr: 'The password is missing. Run this in a terminal to type it, or send it to standard input.\n',
    }
    expect(await folder.run(ann)).toEqual(refused)
    expect(await folder.run(ann, { input: '\n' })).toEqual(refused)
    const { stdout, stderr } = await folder.run(ann, { input })
    expect(stdout + stderr).not.toContain(input)
  })

  test('refuses a database that is not migrated', async () => {
    const folder = await AppFolder.create(config)
    const { code, stdout, stderr } = await folder.run(ann, { input })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /^The database does not match the configuration yet\. These steps are missing:\n(- .*\n)*- create table users\n/,
    )
    expect(stderr).toMatch(/\nRun 'quire migrate' first\.\n$/)
  })

  test.each([
    [['create-user'], '--collection is missing. See: quire create-user --help\n'],
    [['create-user', '--collection', 'users'], '--email is missing. See: quire create-user --help\n'],
    [['create-user', '--password', 'x'], "Unknown option '--password'. See: quire create-user --help\n"],
    [
      [...ann.slice(0, 2), 'notes', ...ann.slice(3)],
      "'notes' is not a collection of users. Choose one of these: users, members.\n",
    ],
    [
      [...ann.slice(0, 2), 'toString', ...ann.slice(3)],
      "'toString' is not a collection of users. Choose one of these: users, members.\n",
    ],
    [
      [...ann, '--service'],
      'A service account has no address. Leave --email or --service out. See: quire create-user --help\n',
    ],
    [
      ['create-user', '--collection', 'members', '--service'],
      "'members' has no service accounts. Set `auth: { accounts: { service: true } }` first.\n",
    ],
    [[...ann, '--data', '[]'], `--data must be a JSON object, as in '{"name":"Ann"}'.\n`],
    [[...ann, '--data', '{"email":"b@example.com"}'], `--data must not contain "email". Use --email instead.\n`],
  ])('refuses %j', async (args, stderr) => {
    const folder = await AppFolder.create(config)
    expect(await folder.run(args, { input })).toEqual({ code: 1, stdout: '', stderr })
  })
})
