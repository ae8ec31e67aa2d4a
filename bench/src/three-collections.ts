// `node bench/src/three-collections.ts`: how long `quire start` takes to serve, and how much memory it holds then, from the
// built packages on one core: once for three collections alone, and once with every feature switched on.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installQuire, quireProgram } from './contenders/quire-installation.ts'
import { pinToCores } from './processes/core-pinning.ts'
import { ServerProcess } from './processes/server-process.ts'
import { median } from './report/median.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 7)
const TRIES_EVERY_MS = 2
/** Time for a process to release unused memory. */
const SETTLES_WITHIN_MS = 5_000

const ALONE = `import { collection, defineConfig, f } from 'quirecms'
export default defineConfig({
  collections: {
    authors: collection({ access: { read: () => true }, fields: { name: f.text({ required: true }) } }),
    tags: collection({ access: { read: () => true }, fields: { label: f.text() } }),
    posts: collection({
      access: { read: () => true },
      fields: { title: f.text(), author: f.relationship({ to: 'authors' }), tags: f.relationship({ to: 'tags', many: true }) },
    }),
  },
})
`

const EVERYTHING = `import { collection, defineConfig, f } from 'quirecms'
const everything = {
  access: { read: () => true },
  versions: { drafts: { schedule: true } },
  trash: true,
  comments: true,
  authors: true,
}
export default defineConfig({
  changes: true,
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  jobs: { tidy: { run: () => undefined } },
  collections: {
    users: collection({ auth: true, fields: { name: f.text() } }),
    media: collection({ access: { read: () => true }, upload: { mimeTypes: ['image/*'], sizes: { small: { width: 200 } } }, fields: { alt: f.text() } }),
    pages: collection({ ...everything, search: { fields: ['title'] }, fields: { title: f.text({ localized: true }), parent: f.relationship({ to: 'pages', tree: true }) } }),
    posts: collection({ ...everything, fields: { title: f.text(), body: f.richText(), picture: f.upload({ to: 'media' }) } }),
  },
})
`

// Below the repository, whose node_modules has the dependencies of the packages.
await mkdir(new URL('../data/', import.meta.url), { recursive: true })
const folder = await mkdtemp(join(import.meta.dirname, '../data/start-'))
try {
  installQuire(folder)
  for (const [name, config] of [
    ['three collections alone', ALONE],
    ['everything', EVERYTHING],
  ] as const)
    console.log(`${name}: ${await measured(name.replaceAll(' ', '-'), config)}`)
} finally {
  await rm(folder, { recursive: true })
}

async function measured(name: string, config: string): Promise<string> {
  const own = join(folder, name)
  await mkdir(own)
  await writeFile(join(own, 'quire.config.ts'), config)
  const times: number[] = []
  let memory = 0
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { server, milliseconds } = await started(own, round === 0 ? ['--migrate'] : [])
    // The first start makes the database and fills the compile cache.
    if (round > 0) times.push(milliseconds)
    if (round === ROUNDS) {
      await sleep(SETTLES_WITHIN_MS)
      memory = server.usage().memory
    }
    await server.stop()
  }
  return `ready after ${Math.round(median(times))} ms, ${Math.round(memory / 1e6)} MB`
}

async function started(own: string, more: readonly string[]): Promise<{ server: ServerProcess; milliseconds: number }> {
  const began = performance.now()
  const server = await ServerProcess.spawn({
    command: (port) => ({
      args: [quireProgram(own), 'start', '--config', join(own, 'quire.config.ts'), '--port', String(port), ...more],
    }),
    pin: pinToCores().server,
    logFile: join(own, 'server.log'),
    env: { NODE_COMPILE_CACHE: join(folder, 'compile-cache') },
  })
  while (!(await answers(server.port))) {
    server.expectRunning()
    await sleep(TRIES_EVERY_MS)
  }
  return { server, milliseconds: performance.now() - began }
}

async function answers(port: number): Promise<boolean> {
  try {
    const { status } = await fetch(`http://127.0.0.1:${port}/readyz`)
    return status === 200
  } catch {
    return false
  }
}
