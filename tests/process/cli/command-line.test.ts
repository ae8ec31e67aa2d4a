import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installedQuire } from './installed-quire.ts'
import { AppFolder } from './quire-process.ts'
import { sampleConfig } from './sample-config.ts'

describe('help', () => {
  test('lists the commands', async () => {
    const folder = await AppFolder.create()
    const { code, stdout, stderr } = await folder.run(['--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const name of ['dev', 'start', 'migrate', 'migrate status', 'migrate create NAME'])
      expect(stdout).toContain(name)
  })

  test('of a command names its options and the environment', async () => {
    const folder = await AppFolder.create()
    const { code, stdout } = await folder.run(['start', '--help'])
    expect(code).toBe(0)
    for (const name of ['--config', '--host', '--port', '--migrate', '--workers', 'DATABASE_URL']) {
      expect(stdout).toContain(name)
    }
  })

  test('prints the version', async () => {
    const folder = await AppFolder.create()
    const manifest = await readFile(new URL('../../../packages/quire/package.json', import.meta.url), 'utf8')
    const { version } = JSON.parse(manifest) as { version: string }
    expect(await folder.runAlone(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })
})

describe('wrong commands are reported in one line', () => {
  test.each([
    [[], 'No command was given. See: quire --help'],
    [['serve'], `There is no command 'serve'. See: quire --help`],
    [['--prot'], `There is no option '--prot' here. See: quire --help`],
    [['start', '--prot', '1'], `Unknown option '--prot'. See: quire start --help`],
    [['start', 'now'], `Unexpected argument 'now'. See: quire start --help`],
    [['start', '--port'], `Option '-p, --port <value>' argument missing. See: quire start --help`],
    [
      ['start', '--port', '65536'],
      `--port must be a whole number from 0 to 65535, not '65536'. See: quire start --help`,
    ],
    [['start', '--port', '0x1F'], `--port must be a whole number from 0 to 65535, not '0x1F'. See: quire start --help`],
    [['start', '--workers', '0'], `--workers must be a whole number from 1 to 256, not '0'. See: quire start --help`],
    [['start', '--config', ''], '--config must not be empty. See: quire start --help'],
    [['migrate', 'down'], `There is no command 'migrate down'. See: quire migrate --help`],
    [['migrate', 'create'], 'The name of the migration is missing. See: quire migrate --help'],
    [
      ['migrate', 'status', '--destructive'],
      `--destructive only works with 'quire migrate' itself. See: quire migrate --help`,
    ],
    [['start'], 'There is no quire.config.ts (or .js, .mjs) in this folder. Name the file with --config FILE.'],
    [['backup', 'now'], "There is no command 'backup now'. See: quire backup --help"],
    [['backup', '--keep', '0'], "--keep must be a whole number from 1 to 10000, not '0'. See: quire backup --help"],
    [['restore'], 'The backup is missing: a file, or s3://… See: quire restore --help'],
    [['dev'], 'There is no quire.config.ts (or .js, .mjs) in this folder. Name the file with --config FILE.'],
    [
      ['migrate', '--config', 'elsewhere.ts'],
      'There is no configuration file at elsewhere.ts. Check the path after --config.',
    ],
  ])('quire %j', async (args, message) => {
    const folder = await AppFolder.create()
    expect(await folder.run(args)).toEqual({ code: 1, stdout: '', stderr: `${message}\n` })
  })
})

describe('an invalid configuration', () => {
  test.each([
    ['without a default export', 'export const config = {}', [/^quire\.config\.ts has no default export/]],
    [
      'that is not an object',
      'export default 3',
      [/^The configuration is not valid: the configuration must be an object/],
    ],
    [
      'with several problems',
      `import { collection, f } from 'quirecms'
       export default { collections: { Posts: collection({ fields: {} }), tags: collection({ fields: { id: f.text() } }) } }`,
      [/^The configuration is not valid:$/m, /^- collections\.Posts: /m, /^- collections\.tags\.fields\.id: /m],
    ],
    [
      'with a mistake in its syntax',
      'export default {\n  collections: {{\n}',
      [/cannot be loaded/, /SyntaxError/, /quire\.config\.ts:2/],
    ],
    [
      'that throws',
      `\nthrow new Error('not today')`,
      [/cannot be loaded/, /Error: not today/, /quire\.config\.ts:2:7/],
    ],
    ['that imports what is not there', `import './nowhere.ts'`, [/cannot be loaded/, /nowhere\.ts/]],
  ])('%s', async (_what, source, patterns) => {
    const folder = await AppFolder.create({ 'quire.config.ts': source })
    const { code, stdout, stderr } = await folder.run(['migrate'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    for (const pattern of patterns) expect(stderr).toMatch(pattern)
    expect(stderr).not.toMatch(/node:internal|packages\/quire|data-migrations/)
  })

  test('may come from the environment, whose values are not printed', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig() })
    const database = await folder.run(['start'], { env: { DATABASE_URL: 'mysql://root:secret@localhost/db' } })
    expect(database).toEqual({
      code: 1,
      stdout: '',
      stderr: 'DATABASE_URL must be postgres://USER:PASSWORD@HOST/NAME or sqlite:PATH.\n',
    })
    const port = await folder.run(['start'], { env: { PORT: 'http' } })
    expect(port).toEqual({
      code: 1,
      stdout: '',
      stderr: `PORT must be a whole number from 0 to 65535, not 'http'.\n`,
    })
  })
})

const oldNode = findOldNode()

test.skipIf(oldNode === undefined)('a Node that is too old gets an error (skipped where there is none)', async () => {
  const folder = await AppFolder.create()
  const { code, stdout, stderr } = await folder.runAlone(['--help'], { node: oldNode?.path ?? '' })
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `quire needs Node.js 24 or later, and this is ${oldNode?.version}. Install a newer one, or add one to your application: npm install --save-prod node@24\n`,
  })
})

test.skipIf(oldNode === undefined)(
  'a Node that is too old starts the one that the application installs, and passes signals on (skipped where there is none)',
  async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': sampleConfig() })
    await mkdir(join(folder.path, 'node_modules/node/bin'), { recursive: true })
    await symlink(process.execPath, join(folder.path, 'node_modules/node/bin/node'))
    await mkdir(join(folder.path, 'node_modules/.bin'))
    const program = join(folder.path, 'node_modules/.bin/quire')
    await symlink(installedQuire().program, program)
    const node = oldNode?.path ?? ''
    expect(await folder.runAlone(['--help'], { node, program })).toMatchObject({ code: 0, stderr: '' })
    expect(await folder.runAlone(['nonsense'], { node, program })).toMatchObject({ code: 1 })
    const quire = await folder.serve(['start', '--port', '0', '--migrate'], { node, program })
    quire.signal('SIGTERM')
    expect(await quire.ended()).toBe(0)
    expect(quire.stdout).toContain('stopping')
  },
)

test('warnings of dependencies are not shown, and others are', async () => {
  const warn = (text: string, name: string) => `process.emitWarning(${JSON.stringify(text)}, '${name}')\n`
  const warnings = [
    warn('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning'),
    warn('Type Stripping is an experimental feature and might change at any time', 'ExperimentalWarning'),
    warn('Something else is an experimental feature', 'ExperimentalWarning'),
    warn('old', 'DeprecationWarning'),
  ]
  const folder = await AppFolder.create({ 'quire.config.ts': warnings.join('') + sampleConfig() })
  const { code, stderr } = await folder.runAlone(['migrate'])
  expect(code).toBe(0)
  expect(stderr).toContain('ExperimentalWarning: Something else')
  expect(stderr).toContain('DeprecationWarning: old')
  expect(stderr).not.toMatch(/SQLite|Type Stripping/)
})

/** The machine's own Node, if it is older than the pinned one. */
function findOldNode(): { readonly path: string; readonly version: string } | undefined {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  for (const path of paths.filter((one) => existsSync(one))) {
    const version = execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()
    if (Number.parseInt(version, 10) < 24) return { path, version }
  }
  return undefined
}
