// Builds the admin app into packages/admin/dist/app, with compressed copies, unless it is up to date with the sources.
// Used by `npm start`, `npm run build` and the browser tests.
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const admin = fileURLToPath(new URL('../packages/admin/', import.meta.url))
const dist = join(admin, 'dist')
const app = join(dist, 'app')
const stamp = join(app, 'made-from')

export async function buildAdmin() {
  const sources = fingerprint()
  if (isMadeFrom(sources)) return
  mkdirSync(dist, { recursive: true })
  // Always uses React's production build, also if a test runs this.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  // Builds into a new folder that then replaces the old one: several processes may build at once, while others read.
  const fresh = mkdtempSync(join(dist, 'app-'))
  await build({ configFile: join(admin, 'vite.config.ts'), logLevel: 'error', build: { outDir: fresh } })
  await compress(fresh)
  writeFileSync(join(fresh, 'made-from'), sources)
  putInPlace(fresh, sources)
}

/**
 * Replaces the app by renames only, so that readers never see a partial build, and concurrent builds don't destroy each
 * other's work.
 */
function putInPlace(fresh, sources) {
  const old = `${fresh}-old`
  for (let attempt = 1; !isMadeFrom(sources); attempt += 1) {
    try {
      if (existsSync(app)) renameSync(app, `${old}-${attempt}`)
      renameSync(fresh, app)
    } catch (error) {
      // A concurrent build was faster. If it had other sources, this tries again.
      if (attempt === 10) throw error
    }
  }
  for (const left of globSync(`${fresh}*`)) rmSync(left, { recursive: true, force: true })
}

function isMadeFrom(sources) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources
}

function fingerprint() {
  const hash = createHash('sha256')
  const names = globSync(['src/**/*', 'public/*', 'index.html', 'vite.config.ts', 'package.json'], { cwd: admin })
  for (const name of names.filter((one) => /\.\w+$/.test(one) && !one.includes('.test.')).toSorted()) {
    hash.update(`${name}\n`).update(readFileSync(join(admin, name)))
  }
  // The app includes the client library.
  const client = join(admin, '../sdk/src')
  for (const name of globSync('**/*.ts', { cwd: client }).toSorted()) {
    hash.update(`${name}\n`).update(readFileSync(join(client, name)))
  }
  return hash.digest('hex')
}

/** Compresses at the highest level, so that the server only has to choose. Fonts are compressed already. */
async function compress(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|css|svg)$/.test(name),
  )
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await Promise.all(
    names.map(async (name) => {
      const content = readFileSync(join(folder, name))
      writeFileSync(join(folder, `${name}.br`), await promisify(brotliCompress)(content, quality))
      writeFileSync(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAdmin()
