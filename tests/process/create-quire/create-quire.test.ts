// @module-tag release
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installedQuire } from '../cli/installed-quire.ts'
import { ask, QuireProcess } from '../cli/quire-process.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const bin = join(root, 'node_modules/.bin')

/**
 * From packed tarballs, in an empty folder, with npm alone. Dependencies come from npm's cache; npm fetches missing
 * ones, so the first run needs the registry.
 */
describe('npm create quirecms@latest', { timeout: 600_000 }, () => {
  let folder: string
  let packages: string

  const run = (program: string, args: readonly string[], cwd = folder) => {
    // Node 24 is first on the PATH; nothing else of the workspace is reachable.
    const env = { ...process.env, PATH: `${join(bin, '../node/bin')}:${process.env['PATH'] ?? ''}`, NODE_PATH: '' }
    const { status, stdout, stderr } = spawnSync(program, [...args], { cwd, env, encoding: 'utf8' })
    return { status, stdout, stderr }
  }
  const create = (...args: readonly string[]) =>
    run('npm', [
      'exec',
      '--yes',
      '--prefer-offline',
      `--package=${join(packages, 'create-quirecms-0.1.0.tgz')}`,
      '--',
      'create-quirecms',
      ...args,
    ])

  const program = join(root, 'packages/create-quire/src/create-quire.ts')

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'quire-create-'))
    packages = join(folder, 'packages')
    mkdirSync(packages)
    const modules = dirname(installedQuire().folder)
    const names = readdirSync(modules).flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((one) => `${name}/${one}`) : [name],
    )
    // As installed for all tests, without types: `docs/packed-examples` packs and compiles them.
    const packing = ['pack', ...names.map((name) => join(modules, name)), '--pack-destination', packages, '--silent']
    expect(run('npm', packing)).toMatchObject({ status: 0 })
  }, 600_000)

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('packs every published package', () => {
    const manifests = ['packages', 'plugins'].flatMap((place) =>
      readdirSync(join(root, place)).map((name) => join(root, place, name, 'package.json')),
    )
    const published = manifests
      .map((file) => JSON.parse(readFileSync(file, 'utf8')) as { name: string; private?: boolean })
      .filter((manifest) => manifest.private !== true)
    const expected = published.map(({ name }) => `${name.replace('@', '').replace('/', '-')}-0.1.0.tgz`)
    expect(readdirSync(packages).toSorted()).toEqual(expected.toSorted())
  })

  test('creates an application that installs and serves', async () => {
    const made = create('My Site', '--starter', 'blank', '--packages', packages)
    expect(made.stdout).toContain('npm run dev')
    expect(made.status).toBe(0)
    const cwd = join(folder, 'My Site')
    expect(readdirSync(cwd)).toEqual(
      expect.arrayContaining(['.gitignore', 'README.md', 'node_modules', 'tsconfig.json']),
    )
    expect(JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'))).toMatchObject({
      name: 'my-site',
      private: true,
    })
    expect(readdirSync(join(cwd, 'node_modules/@quirecms'))).not.toContain('s3')
    // `docs/packed-examples` compiles it with its own dependencies.
    expect(readdirSync(join(cwd, 'node_modules'))).toContain('typescript')
    const quire = new QuireProcess(['start', '--migrate', '--port', '0'], { cwd, program: programIn(cwd) })
    const address = await quire.ready()
    expect(await ask(`${address}/api/collections/notes`)).toMatchObject({ status: 200, body: { docs: [] } })
    quire.signal('SIGTERM')
    expect(await quire.ended()).toBe(0)
  })

  test('creates the blog, with its content, and refuses a folder that is not empty', async () => {
    const installed = join(dirname(installedQuire().folder), 'create-quirecms/create-quire.js')
    const asked = ['blog', '--starter', 'blog', '--packages', packages, '--no-install']
    expect(run(process.execPath, [installed, ...asked])).toMatchObject({ status: 0 })
    const cwd = join(folder, 'blog')
    // `docs/packed-examples` compiles it with every compiler.
    symlinkSync(join(folder, 'My Site/node_modules'), join(cwd, 'node_modules'))
    expect(JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'))).toMatchObject({
      dependencies: { '@quirecms/sdk': 'file:vendor/quirecms-sdk-0.1.0.tgz' },
    })
    const sdk = join(cwd, 'node_modules/@quirecms/sdk')
    mkdirSync(sdk)
    run('tar', ['-xzf', join(cwd, 'vendor/quirecms-sdk-0.1.0.tgz'), '-C', sdk, '--strip-components=1'])
    const quire = new QuireProcess(['start', '--migrate', '--port', '0'], { cwd, program: programIn(cwd) })
    const { body } = await ask(`${await quire.ready()}/api/collections/posts?limit=1`)
    expect((body as { pagination: { totalDocs: number } }).pagination.totalDocs).toBeGreaterThan(3)
    quire.signal('SIGTERM')
    expect(await quire.ended()).toBe(0)
    // A verified backup of everything, with images.
    const call = (...args: readonly string[]) => run(process.execPath, [programIn(cwd), ...args], cwd)
    expect(call('backup', '--to', 'kept/blog.tar.zst')).toMatchObject({ status: 0 })
    const verified = call('backup', 'verify', 'kept/blog.tar.zst')
    expect([verified.status, verified.stdout]).toEqual([0, expect.stringContaining('posts')])
    const elsewhere = ['--to-database', 'sqlite:./kept/blog.db', '--to-files', './kept/uploads']
    expect(call('restore', 'kept/blog.tar.zst', ...elsewhere)).toMatchObject({ status: 0 })
    expect(readdirSync(join(cwd, 'kept'))).toEqual(expect.arrayContaining(['blog.db', 'uploads']))
    const again = run(process.execPath, [program, 'blog', '--packages', packages, '--no-install'])
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('blog is not empty')])
  })

  test('installs a Node for users with an older one, whichever it runs on itself', () => {
    const old = join(folder, 'old-node')
    writeFileSync(old, '#!/bin/sh\necho v20.1.0\n', { mode: 0o755 })
    const made = spawnSync(process.execPath, [program, 'older', '--no-install'], {
      cwd: folder,
      env: { ...process.env, npm_node_execpath: old },
    })
    expect(made.status).toBe(0)
    expect(JSON.parse(readFileSync(join(folder, 'older/package.json'), 'utf8'))).toMatchObject({
      dependencies: { quirecms: '^0.1.0' },
      devDependencies: { node: expect.stringMatching(/^24\./) },
    })
  })

  test('reports wrong arguments', () => {
    const call = (...args: readonly string[]) => run(process.execPath, [program, ...args])
    for (const [args, message] of [
      [[], 'Name the folder'],
      [['a', 'b'], 'Name one folder, not 2'],
      [['a', '--starter', 'shop'], 'There is no starter "shop". Choose one of: blog, blank.'],
      [['a', '--unknown'], "Unknown option '--unknown'"],
      [['a', '--packages', folder], 'There is no tarball of quire'],
    ] as const) {
      const { status, stderr } = call(...args)
      expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
    }
    expect(readdirSync(folder)).not.toContain('a')
    expect(call('--help').stdout).toContain('Usage: npm create quirecms@latest')
  })
})

function programIn(cwd: string): string {
  const quire = join(cwd, 'node_modules/quirecms')
  const { bin: commands } = JSON.parse(readFileSync(join(quire, 'package.json'), 'utf8')) as { bin: { quire: string } }
  return join(quire, commands.quire)
}
