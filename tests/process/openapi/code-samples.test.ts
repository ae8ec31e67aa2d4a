// @module-tag release
import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@quirecms/sdk'
import { must } from '@quirecms/testkit'
import {
  type App,
  collection,
  createApp,
  createLogger,
  defineConfig,
  disk,
  f,
  global,
  plugin,
  route,
  sqlite,
} from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quarters } from '../../http/uploads/pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-samples-'))
const run = promisify(execFile)
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
)

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }

const likes = plugin({
  key: 'likes',
  routes: [
    route({
      method: 'POST',
      path: '/:id/like',
      input: { type: 'object', required: ['times'], properties: { times: { type: 'integer', examples: [3] } } },
      handler: ({ body }) => ({ likes: body.times }),
    }),
  ],
})

const config = defineConfig({
  plugins: [likes],
  name: 'A <press>',
  description: 'What it prints.',
  database: sqlite(':memory:'),
  storage: disk(folder),
  server: { rateLimit: false },
  collections: {
    authors: collection({ fields: { name: f.text({ required: true }) }, access }),
    'blog-posts': collection({
      label: 'Articles',
      versions: { drafts: true },
      trash: true,
      fields: {
        title: f.text({ required: true }),
        author: f.relationship({ to: 'authors', required: true }),
        code: f.text({ unique: true }),
        links: f.array({ fields: { to: f.relationship({ to: ['authors', 'media'], required: true }) } }),
      },
      access: { ...access, publish: everybody, readVersions: everybody },
    }),
    media: collection({ upload: true, fields: { alt: f.text() }, access }),
  },
  globals: { site: global({ fields: { title: f.text() }, access: { read: everybody, update: everybody } }) },
  routes: [route({ method: 'GET', path: '/hello/:name', handler: ({ params }) => ({ hello: params.name }) })],
})

interface Described {
  info: { title: string; description: string }
  tags: { name: string; 'x-displayName'?: string; 'x-example-id'?: string }[]
  'x-tagGroups': { name: string; tags: string[] }[]
  paths: Record<
    string,
    Record<
      string,
      { operationId: string; 'x-order': number; 'x-codeSamples'?: { label: string; source: string }[]; tags: string[] }
    >
  >
}

/** Samples run as shown: each is taken from the description, with existing ids. */
describe('samples in the description', () => {
  let app: App<typeof config>
  let url: string
  let api: Described
  let ids: Map<string, string>

  beforeAll(async () => {
    app = await createApp(config, { log: createLogger({ level: 'silent' }) })
    url = await app.listen({ port: 0 })
    api = (await (await fetch(`${url}/api/openapi.json`)).json()) as Described
    await writeFile(join(folder, 'picture.jpg'), await (await quarters(20, 20)).jpeg().toBuffer())
    const { id: author } = await app.local.collections.authors.create({ name: 'Ada' })
    const { id: post } = await app.local.collections['blog-posts'].create({ title: 'One', author }, { publish: true })
    const file = await app.local.collections.media.create({ file: join(folder, 'picture.jpg') })
    const placed = new Map(api.tags.map((tag) => [tag.name, tag['x-example-id'] ?? '']))
    ids = new Map([
      [placed.get('authors') ?? '', author],
      [placed.get('blog-posts') ?? '', post],
      [placed.get('media') ?? '', file.id],
      ['0123456789abcdef0123456789abcdef.jpg', file.objectKey],
    ])
  })

  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  function sample(operation: string, label: string): string {
    const all = Object.values(api.paths).flatMap((item) => Object.values(item))
    const found = must(
      all.find(({ operationId }) => operationId === operation)?.['x-codeSamples']?.find((one) => one.label === label),
      `a sample of ${operation} for ${label}`,
    )
    return [...ids, ['http://localhost:3000', url]].reduce(
      (text, [from = '', to = '']) => text.replaceAll(from, to),
      found.source,
    )
  }

  const inCode = async (source: string): Promise<unknown> => {
    const name = must(/^const (\w+|\{[^}]*\}) = /.exec(source), source)[1]
    const client = createClient({ baseUrl: url })
    const input = { files: [new File([Uint8Array.from([37, 80, 68, 70, 45])], 'a.pdf')] }
    const local = source.replaceAll('./picture.jpg', join(folder, 'picture.jpg'))
    // oxlint-disable-next-line typescript/no-implied-eval -- the samples are what is tested
    const program = new Function('client', 'app', 'input', `return (async () => { ${local}; return ${name} })()`)
    return (program as (...given: unknown[]) => Promise<unknown>)(client, app, input)
  }

  const OPERATIONS = [
    'listAuthors',
    'readAuthors',
    'createAuthors',
    'updateAuthors',
    'countAuthors',
    'listBlogPosts',
    'readBlogPosts',
    'createBlogPosts',
    'updateBlogPosts',
    'duplicateBlogPosts',
    'bulkBlogPosts',
    'versionsBlogPosts',
    'referencesAuthors',
    'createMedia',
    'readFileMedia',
    'readGlobalSite',
    'updateGlobalSite',
    'accessToAll',
    'countsOfAll',
  ]

  it.each(OPERATIONS)('can be run in process and with the client: %s', async (operation) => {
    for (const label of ['Local API', 'Client']) {
      const answer = await inCode(sample(operation, label))
      expect(answer).toBeTruthy()
      if (operation === 'bulkBlogPosts') expect(JSON.stringify(answer)).not.toContain('"ok":false')
    }
  })

  it('can be run with the client and in process for routes and operations of plugins', async () => {
    const operation = must(api.paths['/api/hello/{name}']?.['get'], 'the route')
    expect(operation['x-codeSamples']?.map(({ label }) => label)).toEqual(['curl', 'Client', 'Local API'])
    expect(await inCode(sample(operation.operationId, 'Client'))).toMatchObject({ hello: expect.any(String) })
    const answer = (await inCode(sample(operation.operationId, 'Local API'))) as Response
    expect(await answer.json()).toMatchObject({ hello: expect.any(String) })

    const liked = must(api.paths['/api/plugins/likes/{id}/like']?.['post'], 'the method of the plugin')
    const source = sample(liked.operationId, 'Local API')
    expect(source).toContain('app.fetch(new Request(')
    const told = (await inCode(source)) as Response
    expect([told.status, await told.json()]).toEqual([200, { likes: 3 }])
  })

  it.skipIf(!hasCurl).each(OPERATIONS)('can be run with curl: %s', async (operation) => {
    const source = sample(operation, 'curl').replace(/^curl /, "curl -s -o /dev/null -w '%{http_code}' ")
    const { stdout } = await run('sh', ['-c', source], { cwd: folder })
    expect(stdout).toMatch(/^20[01]$/)
  })

  it('are sorted for readers', () => {
    const inOrder = (tag: string) =>
      Object.values(api.paths)
        .flatMap((item) => Object.values(item))
        .filter(({ tags }) => tags.includes(tag))
        .toSorted((one, other) => one['x-order'] - other['x-order'])
        .map(({ operationId }) => operationId)
    expect(inOrder('authors').slice(0, 5)).toEqual([
      'listAuthors',
      'readAuthors',
      'createAuthors',
      'updateAuthors',
      'deleteAuthors',
    ])
    expect(inOrder('authors').slice(-2)).toEqual(['accessAuthors', 'selectionAuthors'])
    expect(inOrder('global site').slice(0, 2)).toEqual(['readGlobalSite', 'updateGlobalSite'])
    const paths = Object.keys(api.paths)
    expect(paths.slice(0, 2)).toEqual(['/api/collections/authors', '/api/collections/authors/{id}'])
    expect(paths.indexOf('/api/access/collections/authors')).toBeLessThan(paths.indexOf('/api/collections/blog-posts'))
  })

  it('contain the labels of the application and its entities', async () => {
    expect(api.info).toMatchObject({ title: 'A <press>', description: 'What it prints.' })
    const posts = api.tags.find(({ name }) => name === 'blog-posts')
    expect(posts?.['x-displayName']).toBe('Articles')
    expect(api['x-tagGroups'].map(({ name }) => name)).toEqual(['Collections', 'Globals', 'More'])
    const html = await (await fetch(`${url}/api/docs`)).text()
    expect(html).toContain('<h1>A &#60;press&#62;</h1>')
    expect(html).toContain('What it prints.')
  })
})
