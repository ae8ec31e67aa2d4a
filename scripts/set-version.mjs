// `npm run set-version -- 0.2.0`: sets the version of every package and of their dependencies on each other, and moves
// the "Unreleased" entries in CHANGELOG.md below a heading with version and date. Commits nothing.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [version = ''] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version)) {
  console.error('Say which version, such as: npm run set-version -- 0.2.0')
  process.exit(2)
}

const files = [
  'package.json',
  ...globSync('{packages,plugins,examples}/*/package.json', { cwd: root }),
  'tests/package.json',
  'bench/package.json',
]
const manifests = files.map((file) => ({
  path: join(root, file),
  manifest: JSON.parse(readFileSync(join(root, file), 'utf8')),
}))
const own = new Set(manifests.map(({ manifest }) => manifest.name))
for (const { path, manifest } of manifests) {
  if (manifest.version !== undefined) manifest.version = version
  for (const ranges of [manifest.dependencies, manifest.devDependencies, manifest.peerDependencies])
    for (const name of Object.keys(ranges ?? {})) if (own.has(name)) ranges[name] = `^${version}`
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
}

const changelog = join(root, 'CHANGELOG.md')
const day = new Date().toISOString().slice(0, 10)
const heading = `## Unreleased\n\n## ${version} - ${day}`
writeFileSync(changelog, readFileSync(changelog, 'utf8').replace(/^## Unreleased$/m, heading))

const { status } = spawnSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(status ?? 1)
