// Dry run of publishing: builds every package as `npm run build` does, without types, and checks the files that npm
// would send to a registry. Nothing is uploaded.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { version } = readManifest(root)
const packages = ['packages', 'plugins']
  .flatMap((place) => readdirSync(join(root, place)).map((name) => `${place}/${name}`))
  .filter((folder) => existsSync(join(root, folder, 'package.json')))
  .map((folder) => ({ folder, manifest: readManifest(join(root, folder)) }))
  .filter(({ manifest }) => !manifest.private)
const names = packages.map(({ manifest }) => manifest.name)

const problems = [...packages.flatMap(problemsOfManifest), ...problemsOfChangelog(), ...problemsOfTarballs()]
for (const problem of problems) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)

function problemsOfManifest({ folder, manifest }) {
  const { name, description, license, keywords = [], repository } = manifest
  const { dependencies = {}, devDependencies = {}, peerDependencies = {} } = manifest
  const wanted = `^${version}`
  const ranges = Object.entries({ ...dependencies, ...devDependencies, ...peerDependencies }).filter(([other]) =>
    names.includes(other),
  )
  return [
    manifest.version !== version && `has the version ${manifest.version}, not ${version}`,
    !description && 'has no description',
    license !== 'MIT' && 'does not name its license',
    keywords.length < 3 && 'has fewer than three keywords',
    repository?.directory !== folder && `does not say that its sources are in ${folder} (repository.directory)`,
    ...ranges.map(([other, range]) => range !== wanted && `asks for ${other} ${range}, not ${wanted}`),
  ]
    .filter((problem) => problem)
    .map((problem) => `${name}: ${problem}`)
}

/** The changelog must begin with `Unreleased` or with the current version. */
function problemsOfChangelog() {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const headings = [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  const isKnown = headings[0] === 'Unreleased' || headings[0]?.startsWith(`${version} `)
  return isKnown ? [] : [`CHANGELOG.md: begins with neither "## Unreleased" nor "## ${version} - DATE"`]
}

function problemsOfTarballs() {
  const staging = mkdtempSync(join(tmpdir(), 'quire-publication-'))
  try {
    const build = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--into', staging], {
      encoding: 'utf8',
    })
    if (build.status !== 0) return [`The packages cannot be built:\n${build.stdout}${build.stderr}`]
    const folders = names.map((name) => join(staging, 'node_modules', name))
    const pack = spawnSync('npm', ['pack', '--dry-run', '--json', '--offline', ...folders], {
      cwd: staging,
      encoding: 'utf8',
    })
    if (pack.status !== 0) return [`npm would not take them:\n${pack.stderr}`]
    const packed = new Map(JSON.parse(pack.stdout).map(({ name, files }) => [name, files.map(({ path }) => path)]))
    return names.flatMap((name, index) => problemsOfFiles(name, packed.get(name) ?? [], readManifest(folders[index])))
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

function problemsOfFiles(name, files, { exports = {}, bin = {} }) {
  const entries = [...Object.values(exports).map((one) => one.default), ...Object.values(bin)]
  const needed = ['package.json', 'LICENSE', 'README.md', ...entries.map((entry) => entry.replace('./', ''))]
  // Sources of starters are published on purpose.
  const isStray = (file) => /(^|\/)(node_modules|\.env|.*\.tsbuildinfo|.*\.test\.\w+)$|^src\//.test(file)
  return [
    ...needed.filter((file) => !files.includes(file)).map((file) => `${name}: ${file} would be missing`),
    ...files.filter(isStray).map((file) => `${name}: ${file} would be published`),
  ]
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
