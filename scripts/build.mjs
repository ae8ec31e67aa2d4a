// `npm run build`: makes packages/*/dist, each a package as it is published (`npm publish packages/core/dist`).
//
// In the workspace, `exports` and `bin` name the sources, which Node runs as they are. It refuses to do so under
// node_modules, so the published manifest names what the compiler made of them.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const packages = readdirSync(join(root, 'packages'))
  .map((name) => join(root, 'packages', name))
  .filter((folder) => existsSync(join(folder, 'package.json')))
  .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }))
  .filter(({ manifest }) => !manifest.private)

for (const { folder } of packages) rmSync(join(folder, 'dist'), { recursive: true, force: true })
compile()
for (const { folder, manifest } of packages) await finish(folder, manifest)

function compile() {
  const tsc = realpathSync(join(root, 'node_modules/.bin/tsc'))
  const folders = packages.map(({ folder }) => folder)
  const { status } = spawnSync(process.execPath, [tsc, '-b', ...folders], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

async function finish(folder, manifest) {
  const dist = join(folder, 'dist')
  rmSync(join(dist, 'tsconfig.tsbuildinfo'))
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published(manifest), null, 2)}\n`)
  copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
  if (existsSync(join(folder, 'README.md'))) copyFileSync(join(folder, 'README.md'), join(dist, 'README.md'))

  const { messages } = await publint({ pkgDir: dist, strict: true })
  const built = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'))
  for (const message of messages) console.error(`${manifest.name}: ${formatMessage(message, built)}`)
  if (messages.some(({ type }) => type !== 'suggestion')) process.exitCode = 1
  console.log(`${manifest.name} ${manifest.version}: ${dist.slice(root.length + 1)}`)
}

function published({ devDependencies, exports, bin, ...manifest }) {
  const entries = Object.entries(exports).map(([path, source]) => [
    path,
    { types: compiled(source, '.d.ts'), default: compiled(source, '.js') },
  ])
  const commands = Object.entries(bin ?? {}).map(([name, source]) => [name, compiled(source, '.js')])
  return {
    ...manifest,
    exports: Object.fromEntries(entries),
    ...(bin && { bin: Object.fromEntries(commands) }),
  }
}

/** `./src/index.ts` is `./index.js` in dist. */
function compiled(source, ending) {
  return source.replace(/^\.\/src\//, './').replace(/\.ts$/, ending)
}
