// `npm run build`: creates packages/*/dist, each a package as it is published (`npm publish packages/core/dist`).
//
// In the workspace, `exports` and `bin` name the sources, which Node runs directly. Node refuses this below
// node_modules, so the published manifest names the built files: a few JavaScript files, because loading hundreds of
// small ones takes most of the start time, and the types beside them.
//
// `npm run pack -- FOLDER` creates the same packages as tarballs in FOLDER.
//
// `node scripts/build.mjs --into FOLDER` creates an installation, FOLDER/node_modules, to run the packages as users do.
// The types are left out, because they take most of the time.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { rolldown } from 'rolldown'
import { NOT_IN_STARTER } from '../packages/create-quire/src/starters.ts'
import { bringTypes, keepReachable } from './bring-types.mjs'
import { buildAdmin } from './build-admin.mjs'
import { BUNDLED, declarationsOf, homeOf, nameOf, published } from './published-manifest.mjs'

/** Small modules that are always loaded together become one file. */
const TOGETHER = [
  // Loaded before the command is known.
  { name: 'every-command', test: /\/quire\/src\/(?:cli\/(?:command-failure|config-file|stop-request)|version)\.ts$/ },
  { name: 'load-application', test: /\/quire\/src\/(?:cli\/(?:load-\w+|migration-files)|database-url)\.ts$/ },
  // Needed by every application: access to its internals, the metrics, and the direction of languages.
  {
    name: 'every-application',
    test: /\/quire\/src\/(?:runtime-of|start-warnings|mail\/direction|metrics\/(?:exposed-metrics|exposition|snapshot|label-values|manifest-names|metrics-\w+))\.ts$/,
  },
  // Loaded when the first backup is listed, created or restored.
  {
    name: 'backups',
    test: /\/quire\/src\/backups\/(?:(?:backup-names|open-place|own-backup|make-backup|object-spool|configuration-hash)\.ts$|archive\/|places\/)/,
  },
  // A feature is loaded if the configuration asks for it. What several features share would be a file for each set of them.
  { name: 'features', test: /\/features\/src\//, entriesAware: true, entriesAwareMergeThreshold: 30_000 },
  { name: 'application-info', test: /\/quire\/src\/(?:application-info|backups\/application-name)\.ts$/ },
]

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const home = homeOf(root)
const packages = ['packages', 'plugins']
  .flatMap((place) => readdirSync(join(root, place)).map((name) => join(root, place, name)))
  .filter((folder) => existsSync(join(folder, 'package.json')))
  .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }))
  .filter(({ manifest }) => !manifest.private)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { into: { type: 'string' }, pack: { type: 'boolean' } },
})
const { into } = values
if (values.pack) await pack(positionals[0] ?? 'dist')
else if (into === undefined) await buildForPublication()
else
  for (const { folder, manifest } of packages)
    await writePackage(folder, manifest, join(into, 'node_modules', manifest.name))

async function buildForPublication() {
  for (const { folder } of packages) rmSync(join(folder, 'dist'), { recursive: true, force: true })
  writeTypes()
  for (const { folder, manifest } of packages) {
    const dist = join(folder, 'dist')
    rmSync(join(dist, 'tsconfig.tsbuildinfo'))
    bringTypesOfOthers(manifest, join(dist, 'types'))
    await writePackage(folder, manifest, dist)
    await lint(dist)
    console.log(`${manifest.name} ${manifest.version}: ${dist.slice(root.length + 1)}`)
  }
}

/** Creates tarballs in a staging folder; dist may be in use and stays unchanged. */
async function pack(folder) {
  const target = resolve(folder)
  mkdirSync(target, { recursive: true })
  writeTypes()
  const staging = mkdtempSync(join(tmpdir(), 'quire-pack-'))
  try {
    const staged = []
    for (const { folder: source, manifest } of packages) {
      const place = join(staging, manifest.name)
      await writePackage(source, manifest, place)
      cpSync(join(source, 'dist/types'), join(place, 'types'), { recursive: true })
      bringTypesOfOthers(manifest, join(place, 'types'))
      staged.push(place)
    }
    const args = ['pack', ...staged, '--pack-destination', target, '--silent']
    const { status } = spawnSync('npm', args, { cwd: staging, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) throw new Error('npm could not pack them')
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
  console.log(`${packages.length} packages: ${target}`)
}

function writeTypes() {
  const tsc = realpathSync(join(root, 'node_modules/.bin/tsc'))
  const folders = packages.map(({ folder }) => folder)
  // Packages are built one after another, and several checkers would each check the same types again.
  const args = [tsc, '-b', ...folders, '--checkers', '1']
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

/** A dev dependency on another package means that only its types are needed, and the types that those need. */
function bringTypesOfOthers({ devDependencies = {}, exports = {} }, types) {
  keepReachable(types, Object.values(exports).map(declarationsOf))
  for (const { folder, manifest } of dependentsFirst(Object.keys(devDependencies))) {
    const entries = Object.entries(manifest.exports ?? {}).map(([path, source]) => [path, declarationsOf(source)])
    bringTypes({
      types,
      name: manifest.name,
      source: join(folder, 'dist/types'),
      target: join(types, basename(folder)),
      entries: Object.fromEntries(entries),
    })
  }
}

/** These packages of ours and all that they need, each before those that it needs: what it brings may name theirs. */
function dependentsFirst(names) {
  const found = []
  const visit = (name) => {
    const one = packages.find(({ manifest }) => manifest.name === name)
    if (!one || found.includes(one)) return
    for (const further of Object.keys({ ...one.manifest.dependencies, ...one.manifest.devDependencies })) visit(further)
    found.unshift(one)
  }
  for (const name of names) visit(name)
  return found
}

async function writePackage(folder, manifest, target) {
  await bundle(folder, manifest, target)
  if (manifest.name === '@quirecms/admin') await writeAdminApp(join(target, 'app'))
  if (manifest.name === 'create-quirecms') writeStarters(folder, join(target, 'starters'))
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published(manifest, home), null, 2)}\n`)
  copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
  for (const name of BUNDLED.filter((each) => each in (manifest.dependencies ?? {}))) {
    copyFileSync(join(root, 'node_modules', name, 'LICENSE'), join(target, `LICENSE-${name}`))
  }
  writeFileSync(
    join(target, 'README.md'),
    `# ${manifest.name}\n\n${manifest.description}\n\n${partOf(manifest.name)}\n`,
  )
}

/** README text for the registry. The documentation is in the repository. */
function partOf(name) {
  const about = home === null ? 'Quire' : `[Quire](${home}#readme)`
  return name === 'quirecms'
    ? `The documentation is with the sources of ${about}.`
    : `This package is a part of ${about}.`
}

/** Adds the app for browsers; the rest of the package only exports its path. */
async function writeAdminApp(target) {
  await buildAdmin()
  const built = join(root, 'packages/admin/dist/app')
  if (built !== target) cpSync(built, target, { recursive: true })
}

/** The blog starter is the example without files that only the repository needs. */
function writeStarters(folder, target) {
  cpSync(join(folder, 'starters'), target, { recursive: true })
  const blog = join(root, 'examples/blog')
  for (const name of readdirSync(blog).filter((each) => !NOT_IN_STARTER.includes(each)))
    cpSync(join(blog, name), join(target, 'blog', name), { recursive: true })
}

/** Bundles into one folder, whatever the folders of the sources, so a path to a neighbouring source stays valid. */
async function bundle(folder, { name, exports = {}, bin = {} }, target) {
  const sources = [...new Set([...Object.values(exports), ...Object.values(bin), ...processesOf(folder)])]
  const taken = sources.find((source, index) => sources.findIndex((one) => nameOf(one) === nameOf(source)) < index)
  if (taken) throw new Error(`${taken} would overwrite another entry of its package in dist: give it a name of its own`)
  const build = await rolldown({
    cwd: folder,
    input: Object.fromEntries(sources.map((source) => [nameOf(source), source])),
    platform: 'node',
    external: (id) => /^[^./]/.test(id) && !BUNDLED.some((bundled) => id === bundled || id.startsWith(`${bundled}/`)),
    // CLI modules have side effects when they are loaded.
    treeshake: { moduleSideEffects: (id) => (id.includes('/src/cli/') ? true : undefined) },
  })
  // The types keep their comments for editors; in JavaScript they would only take memory.
  const comments = { legal: true, annotation: false, jsdoc: false }
  const codeSplitting = { groups: TOGETHER }
  const { output } = await build.write({
    dir: target,
    format: 'esm',
    chunkFileNames: '[name].js',
    codeSplitting,
    comments,
    // Merged groups of the features import each other, so a table could run before the columns that it is made of.
    strictExecutionOrder: name === '@quirecms/features',
  })
  await build.close()
  for (const { type, fileName, code } of output)
    if (type === 'chunk') writeFileSync(join(target, fileName), asciiOnly(code))
}

/** Escapes non-ASCII characters: with a single one, V8 stores the whole file with two bytes per character. */
function asciiOnly(code) {
  const [raw] = /String\.raw`[^`]*[\u0080-\uffff][^`]*`/.exec(code) ?? []
  if (raw) throw new Error(`an escape would be no escape in this text, so write it yourself: ${raw.slice(0, 80)}`)
  return code.replaceAll(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * Entry files of child processes and threads. The source must name them with its own extension,
 * `./name${extname(import.meta.url)}`, which works in the workspace and in dist.
 */
function processesOf(folder) {
  return globSync('src/**/*.ts', { cwd: folder }).flatMap((source) => {
    // Examples in comments name files of applications.
    const text = readFileSync(join(folder, source), 'utf8').replace(/^\s*(?:\/?\*|\/\/).*$/gm, '')
    const fixed = /new URL\(\s*['"`](\.[^'"`$]*\.[jt]s)/.exec(text)
    if (fixed)
      throw new Error(`${source} names ${fixed[1]}, which is not there in dist: say \${extname(import.meta.url)}`)
    const named = [...text.matchAll(/`\.\/([\w-]+)\$\{extname\(import\.meta\.url\)\}`/g)]
    return named.map(([, name]) => `./${join(dirname(source), `${name}.ts`)}`)
  })
}

async function lint(dist) {
  const manifest = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'))
  const { messages } = await publint({ pkgDir: dist, strict: true })
  for (const message of messages) console.error(`${manifest.name}: ${formatMessage(message, manifest)}`)
  if (messages.some(({ type }) => type !== 'suggestion')) process.exitCode = 1
}
