import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { filesOf, NOT_IN_STARTER, type Starter } from './starters.ts'

/** Minimum Node version. On an older Node, the application installs one from npm. */
const NEEDED_NODE = 24
const NODE_FROM_NPM = '24.21.0'

const VERSION = '^0.1.0'
const TOOLS = { '@types/node': '^24.19.2', typescript: '^7.0.2' }

/** Folder for the packages of an application that does not use the registry. */
const VENDOR = 'vendor'

/** Packages that an application installs only if it uses them. */
const OPTIONAL = [
  '@quirecms/audit',
  '@quirecms/color',
  '@quirecms/purge',
  '@quirecms/s3',
  '@quirecms/sdk',
  '@quirecms/webhooks',
]

const WANTED: Readonly<Record<Starter, readonly string[]>> = { blog: ['@quirecms/sdk'], blank: [] }

interface Request {
  readonly folder: string
  readonly starter: Starter
  /** Folder of tarballs, made by `npm run pack`. */
  readonly packages: string | undefined
}

interface Created {
  readonly path: string
  /** Removes everything that was created, including what npm installed. A folder that existed before is empty again. */
  readonly remove: () => void
}

/** Writes the files of a new application. Refuses a folder that is not empty, and leaves nothing behind if it fails. */
export function createApplication(request: Request): Created {
  const path = resolve(request.folder)
  if (existsSync(path) && readdirSync(path).length > 0)
    throw new Error(`${request.folder} is not empty. Choose another folder, or empty this one.`)
  const tarballs = request.packages === undefined ? [] : tarballsIn(request.packages)
  const made = mkdirSync(path, { recursive: true })
  const remove = () => {
    const all = made === undefined ? readdirSync(path).map((name) => join(path, name)) : [made]
    for (const one of all) rmSync(one, { recursive: true, force: true })
  }
  try {
    writeFiles(path, request.starter, tarballs)
  } catch (error) {
    remove()
    throw error
  }
  return { path, remove }
}

function writeFiles(path: string, starter: Starter, tarballs: readonly Tarball[]): void {
  const source = filesOf(starter)
  for (const name of readdirSync(source))
    if (!NOT_IN_STARTER.includes(name)) cpSync(join(source, name), join(path, name), { recursive: true })
  cpSync(filesOf('every'), path, { recursive: true })
  // npm leaves `.gitignore` out of packages, so it has another name there.
  renameSync(join(path, 'gitignore'), join(path, '.gitignore'))
  const wanted = WANTED[starter]
  const published = Object.fromEntries(['quirecms', ...wanted].map((name) => [name, VERSION]))
  const dependencies = tarballs.length === 0 ? published : vendored(tarballs, path, wanted)
  writeFileSync(join(path, 'package.json'), `${JSON.stringify(manifestOf(path, dependencies), null, 2)}\n`)
}

function manifestOf(path: string, dependencies: Readonly<Record<string, string>>): object {
  const hasNode = Number.parseInt(ownNode(), 10) >= NEEDED_NODE
  return {
    name: nameOf(path),
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: { dev: 'quire dev', start: 'quire start --migrate', check: 'tsc' },
    engines: { node: `>=${NEEDED_NODE}` },
    dependencies,
    devDependencies: hasNode ? TOOLS : { ...TOOLS, node: NODE_FROM_NPM },
    // The install script of the package `node` downloads Node.
    ...(!hasNode && { allowScripts: { node: true } }),
  }
}

/**
 * Returns the version of the user's Node. `process.version` may differ: npm runs this program with the Node that the
 * current folder has installed.
 */
function ownNode(): string {
  const ofNpm = process.env['npm_node_execpath']
  const said = ofNpm === undefined ? '' : spawnSync(ofNpm, ['--version'], { encoding: 'utf8' }).stdout
  return /^v(\d+\.\d+\.\d+)/.exec(said)?.[1] ?? process.versions.node
}

/** Turns the folder's name into a valid npm name. */
function nameOf(path: string): string {
  const name = basename(path)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|[._-]+$/g, '')
  return name.slice(0, 100) || 'my-app'
}

interface Tarball {
  readonly file: string
  readonly name: string
}

/** `quirecms-core-0.1.0.tgz` is `@quirecms/core`. */
function tarballsIn(folder: string): readonly Tarball[] {
  const found = readdirSync(folder).flatMap((file) => {
    const [, name] = /^(quirecms(?:-[a-z0-9-]+?)?)-\d+\.\d+\.\d+[^/]*\.tgz$/.exec(file) ?? []
    return name === undefined ? [] : [{ file: join(folder, file), name: name.replace(/^quirecms-/, '@quirecms/') }]
  })
  if (!found.some(({ name }) => name === 'quirecms'))
    throw new Error(`There is no tarball of quirecms in ${folder}. Make one with: npm run pack -- ${folder}`)
  return found
}

/**
 * Lists the dependencies of `quirecms` as well, because npm would not find them. The tarballs are copied into the
 * application, so that every clone of it can be installed.
 */
function vendored(tarballs: readonly Tarball[], path: string, wanted: readonly string[]): Record<string, string> {
  mkdirSync(join(path, VENDOR))
  for (const { file } of tarballs) cpSync(file, join(path, VENDOR, basename(file)))
  const needed = tarballs.filter(({ name }) => !OPTIONAL.includes(name) || wanted.includes(name))
  return Object.fromEntries(needed.map(({ file, name }) => [name, `file:${VENDOR}/${basename(file)}`]))
}
