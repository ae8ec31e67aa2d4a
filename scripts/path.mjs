// `npm run path`: counts the source files that one request goes through, on a warm application over HTTP, in a
// collection with drafts and a relationship. A file counts if one of its functions is called during the request.
// `npm run path -- --files patch` also lists the files of one request, with their lines.
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { dirname, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { collection, createApp, defineConfig, f, sqlite } from '../packages/quire/src/index.ts'

/** How often each request is made before it is measured, so that nothing is compiled, loaded or prepared any more. */
const WARM_UP = 40
/** How many are measured. What only some of them call was timers and caches, not the request. */
const MEASURED = 5

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { values } = parseArgs({ options: { files: { type: 'string' } } })

const anyone = () => true
const signedIn = ({ actor }) => actor !== null
const access = { read: anyone, readDrafts: signedIn, create: signedIn, update: signedIn, publish: signedIn }
const config = defineConfig({
  database: sqlite(':memory:'),
  log: { level: 'silent' },
  collections: {
    users: collection({ auth: true, fields: { name: f.text() } }),
    authors: collection({ access, fields: { name: f.text({ required: true }) } }),
    posts: collection({
      access,
      versions: { drafts: true },
      fields: {
        title: f.text({ required: true, index: true }),
        text: f.textarea(),
        author: f.relationship({ to: 'authors' }),
      },
    }),
  },
})

const app = await createApp(config, { jobs: false })
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const system = app.local.asSystem()
const account = { email: 'ann@example.com', password: 'a long secret' }
await system.auth.users.createUser({ data: { email: account.email }, password: account.password })
const { token } = await system.auth.users.login(account)
const author = await system.collections.authors.create({ name: 'Ann' })
const posts = await system.collections.posts.createMany(
  Array.from({ length: WARM_UP + MEASURED }, (_, index) => ({ title: `Post ${index}`, author: author.id })),
)
for (const { id } of posts) await system.collections.posts.publish(id)

const json = { 'Content-Type': 'application/json', Authorization: `Session ${token}` }
const path = '/api/collections/posts'

/** Every call asks for something else, so that no finished answer is repeated. */
const requests = {
  list: (n) => [`${path}?where=${encodeURIComponent(JSON.stringify(where(n)))}`, {}],
  read: (n) => [`${path}/${posts[n].id}?depth=1`, {}],
  create: (n) => [
    path,
    { method: 'POST', headers: json, body: JSON.stringify({ title: `New ${n}`, author: author.id }) },
  ],
  patch: (n) => [
    `${path}/${posts[n].id}`,
    { method: 'PATCH', headers: json, body: JSON.stringify({ title: `Newer ${n}` }) },
  ],
}

function where(n) {
  return { title: { equals: `Post ${n}` }, author: { equals: author.id } }
}

if (values.files !== undefined && !(values.files in requests)) {
  console.error(`No such request: ${values.files}. There are: ${Object.keys(requests).join(', ')}.`)
  process.exit(2)
}

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

for (const [name, request] of Object.entries(requests)) {
  for (let n = 0; n < WARM_UP; n += 1) await answered(request(n))
  let files
  for (let n = WARM_UP; n < WARM_UP + MEASURED; n += 1) {
    await quiet()
    await session.post('Profiler.takePreciseCoverage')
    await answered(request(n))
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const called = filesOf(result)
    files = files ? files.filter((file) => called.includes(file)) : called
  }
  report(name, files)
}
await app.close()

async function answered([query, init]) {
  const response = await fetch(address + query, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
}

/** Work that earlier requests left behind is not part of the next one. */
async function quiet() {
  await new Promise((resolve) => setTimeout(resolve, 200))
}

function filesOf(scripts) {
  const files = new Set()
  for (const { url, functions } of scripts) {
    if (!url.startsWith('file:')) continue
    const file = relative(root, fileURLToPath(url).split('?')[0])
    if (!/^packages\/[^/]+\/src\//.test(file.split(sep).join('/'))) continue
    // The first function of a script is its top level, which runs when it is loaded.
    if (
      functions.some(
        ({ functionName, ranges: [range] }, index) => range.count > 0 && !(index === 0 && functionName === ''),
      )
    )
      files.add(file)
  }
  return [...files].toSorted((one, other) => one.localeCompare(other))
}

function report(name, files) {
  const sizes = files.map((file) => readFileSync(`${root}/${file}`, 'utf8').split('\n').length - 1)
  const lines = sizes.reduce((sum, size) => sum + size, 0)
  const short = sizes.filter((size) => size < 40).length
  const byPackage = Object.groupBy(files, (file) => file.split('/')[1])
  const parts = Object.entries(byPackage).map(([own, { length }]) => `${own} ${length}`)
  console.log(`${name.padEnd(7)} ${files.length} files, ${lines} lines, ${short} below 40 lines: ${parts.join(', ')}`)
  if (values.files !== name) return
  for (const [index, file] of files.entries()) console.log(`  ${String(sizes[index]).padStart(4)}  ${file}`)
}
