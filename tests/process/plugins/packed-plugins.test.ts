// @module-tag release
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packedQuire } from '../cli/packed-quire.ts'
import { QuireProcess } from '../cli/quire-process.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const NAMES = ['archive', 'notes', 'stages', 'duration'] as const

/** Checks declarations, too: those of the packages, and those that the plugins are published with. */
const STRICT = {
  target: 'esnext',
  module: 'nodenext',
  lib: ['ESNext'],
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
}

const COMPILED = { ...STRICT, rewriteRelativeImportExtensions: true, declaration: true, rootDir: 'src', outDir: 'dist' }

const CONFIG = `import { collection, defineConfig, f, sqlite } from 'quirecms'
import { archivePlugin } from 'quire-example-archive'
import { duration } from 'quire-example-duration'
import { notesPlugin } from 'quire-example-notes'
import { stagesPlugin } from 'quire-example-stages'

export default defineConfig({
  database: sqlite('./data/films.db'),
  server: { rateLimit: false },
  plugins: [archivePlugin, notesPlugin, stagesPlugin],
  collections: {
    users: collection({ auth: true, fields: {} }),
    films: collection({
      archive: true,
      notes: true,
      stages: ['writing', 'approved'],
      versions: { drafts: true },
      fields: { title: f.text({ required: true }), length: duration({ longest: 600 }) },
    }),
  },
})
`

/** What does not compile, and so shows that the plugins' types arrive: an option, an event, and an option of a field. */
const WRONG = `import { collection, type EventName } from 'quirecms'
import { duration } from 'quire-example-duration'
import 'quire-example-archive'
import 'quire-example-stages'

export const known: readonly EventName[] = ['document.archived', 'document.staged']
// @ts-expect-error -- true or false
collection({ archive: 'yes', fields: {} })
// @ts-expect-error -- no plugin has this event
export const unknown: EventName = 'document.shelved'
// @ts-expect-error -- a number of minutes
duration({ longest: '10h' })
`

/** In folders that see the packed packages and their dependencies, and no link into the workspace. */
describe('the example plugins, with the published packages', { timeout: 300_000 }, () => {
  let place: string
  let app: string

  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), 'quire-plugins-'))
    linkDependencies()
    for (const file of readdirSync(packedQuire())) {
      const [, name = ''] = /([a-z0-9-]+?)-\d+\.\d+\.\d+\.tgz$/.exec(file) ?? []
      unpack(join(packedQuire(), file), join(place, 'node_modules', name.replace(/^quirecms-/, '@quirecms/')))
    }
    app = join(place, 'app')
    mkdirSync(app)
    writeFileSync(join(app, 'package.json'), JSON.stringify({ type: 'module' }))
    writeFileSync(join(app, 'quire.config.ts'), CONFIG)
    writeFileSync(join(app, 'wrong.ts'), WRONG)
    const compilerOptions = { ...STRICT, noEmit: true, allowImportingTsExtensions: true }
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  }, 300_000)
  afterAll(() => rmSync(place, { recursive: true, force: true }))

  function linkDependencies(): void {
    const modules = join(root, 'node_modules')
    const scoped = readdirSync(modules).flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((one) => `${name}/${one}`) : [name],
    )
    // npm links the packages of a workspace.
    for (const name of scoped.filter((one) => !lstatSync(join(modules, one)).isSymbolicLink())) {
      const target = join(place, 'node_modules', name)
      mkdirSync(dirname(target), { recursive: true })
      symlinkSync(join(modules, name), target)
    }
  }

  function unpack(tarball: string, target: string): void {
    mkdirSync(target, { recursive: true })
    expect(run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'], place)).toMatchObject({ status: 0 })
  }

  function run(program: string, args: readonly string[], cwd: string) {
    const { status, stdout, stderr } = spawnSync(program, [...args], { cwd, encoding: 'utf8' })
    return { status, output: `${stdout}${stderr}` }
  }

  const compile = (folder: string) =>
    run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.', '--pretty', 'false'], folder)

  it.each(NAMES)('compile and pack %s', (name) => {
    const folder = join(place, name)
    cpSync(join(root, 'examples/plugins', name), folder, { recursive: true })
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILED, include: ['src'] }))
    expect(compile(folder)).toEqual({ status: 0, output: '' })
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>
    const exports = { '.': './dist/index.js', './admin': './dist/admin.js' }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, exports, files: ['dist'] }))
    expect(run('npm', ['pack', '--silent'], folder)).toMatchObject({ status: 0 })
    unpack(join(folder, `quire-example-${name}-0.1.0.tgz`), join(app, 'node_modules', `quire-example-${name}`))
  })

  it('have types in an application', () => {
    expect(compile(app)).toEqual({ status: 0, output: '' })
  })

  it('are served by an application, with their modules of the admin app', async () => {
    const quire = new QuireProcess(['start', '--migrate', '--port', '0'], {
      cwd: app,
      program: join(place, 'node_modules/quirecms/quire.js'),
    })
    const address = await quire.ready()
    const callAs = (token?: string) => async (method: string, path: string, body?: object) => {
      const headers = {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Session ${token}` }),
      }
      const sent = body && { body: JSON.stringify(body) }
      const response = await fetch(`${address}/api${path}`, { method, headers, ...sent })
      // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely; what they find is what they assert
      return { status: response.status, body: (await response.json()) as any }
    }
    const ann = { email: 'ann@example.com', password: 'a long secret of mine' }
    await callAs()('POST', '/auth/users/create-user', { data: { email: ann.email }, password: ann.password })
    const call = callAs((await callAs()('POST', '/auth/users/login', ann)).body.token as string)

    const { id } = (await call('POST', '/collections/films', { title: 'Stalker', length: 161 })).body.doc as {
      id: string
    }
    const film = `/collections/films/${id}`
    expect(await call('PATCH', film, { length: 601 })).toMatchObject({ status: 422 })
    expect(await call('GET', '/collections/films?where={"length.hours":{"greater_than":2.5}}')).toMatchObject({
      body: { docs: [{ title: 'Stalker', stage: 'writing', archivedAt: null }] },
    })
    expect(await call('POST', `${film}/publish`)).toMatchObject({ status: 409 })
    expect(await call('POST', `${film}/stage`, { stage: 'approved' })).toMatchObject({ status: 200 })
    expect(await call('POST', `${film}/publish`)).toMatchObject({ status: 200 })
    expect(await call('POST', `${film}/notes`, { body: 'Watch again' })).toMatchObject({ status: 201 })
    expect(await call('GET', '/plugins/notes')).toMatchObject({ body: { docs: [{ body: 'Watch again' }] } })
    expect(await call('POST', `${film}/archive`)).toMatchObject({ status: 200 })
    expect(await call('GET', '/collections/films/count')).toMatchObject({ body: { count: 0 } })

    const page = await (await fetch(`${address}/admin`)).text()
    const [, content = ''] = /<meta name="quire-extensions" content="([^"]*)"/.exec(page) ?? []
    const texts = content.split(' ').map(async (path) => (await fetch(`${address}/admin/${path}`)).text())
    const modules = (await Promise.all(texts)).join('\n')
    for (const known of ['documentMenu', 'marginBelow', 'marginAbove', 'DurationInput'])
      expect(modules).toContain(known)
    quire.signal('SIGTERM')
    expect(await quire.ended()).toBe(0)
  })
})
