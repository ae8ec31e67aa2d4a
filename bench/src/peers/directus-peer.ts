import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Peer } from './peer.ts'

const TOKEN = 'benchmark'

function environment(folder: string, port: number): Record<string, string> {
  return {
    KEY: 'benchmark',
    SECRET: 'benchmark',
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: join(folder, 'directus.db'),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'benchmark',
    ADMIN_TOKEN: TOKEN,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'info',
    LOG_STYLE: 'raw',
    TELEMETRY: 'false',
    SERVE_APP: 'false',
    NODE_ENV: 'production',
    // It would refuse requests while the event loop is late: on one busy core, sometimes its first ones.
    PRESSURE_LIMITER_ENABLED: 'false',
  }
}

const program = (folder: string) => join(folder, 'node_modules/directus/cli.js')

const ID = { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } }
const text = (field: string, schema: object = {}) => ({
  field,
  type: 'string',
  schema: { is_nullable: false, ...schema },
})

const COLLECTIONS = [
  { collection: 'authors', fields: [ID, text('name', { is_indexed: true }), text('email')] },
  { collection: 'tags', fields: [ID, text('name')] },
  {
    collection: 'posts',
    fields: [
      ID,
      text('title'),
      text('slug', { is_unique: true }),
      { field: 'body', type: 'text', schema: { is_nullable: false } },
      text('status'),
      { field: 'views', type: 'integer', schema: { is_indexed: true } },
      { field: 'publishedAt', type: 'timestamp', schema: {} },
      { field: 'author', type: 'integer', schema: { is_indexed: true } },
    ],
  },
  {
    collection: 'posts_tags',
    fields: [ID, { field: 'posts_id', type: 'integer', schema: {} }, { field: 'tags_id', type: 'integer', schema: {} }],
  },
]

const RELATIONS = [
  { collection: 'posts', field: 'author', related_collection: 'authors' },
  {
    collection: 'posts_tags',
    field: 'posts_id',
    related_collection: 'posts',
    meta: { one_field: 'tags', junction_field: 'tags_id' },
  },
  { collection: 'posts_tags', field: 'tags_id', related_collection: 'tags', meta: { junction_field: 'posts_id' } },
]

/** Creates the model and makes it public, as an administrator would. */
async function setUp(port: number): Promise<void> {
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const said = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${said.slice(0, 300)}`)
    return said === '' ? undefined : (JSON.parse(said) as { data: unknown }).data
  }
  for (const { collection, fields } of COLLECTIONS)
    await send('POST', '/collections', {
      collection,
      schema: {},
      meta: {},
      fields: fields.map((one) => ({ meta: {}, ...one })),
    })
  await send('POST', '/fields/posts', { field: 'tags', type: 'alias', meta: { special: ['m2m'] } })
  for (const relation of RELATIONS) await send('POST', '/relations', { schema: {}, ...relation })
  const policies = (await send('GET', '/policies?limit=-1')) as readonly { id: string; name: string; icon: string }[]
  const open = policies.find(({ icon }) => icon === 'public')
  if (!open) throw new Error('there is no public policy')
  for (const { collection } of COLLECTIONS)
    for (const action of ['create', 'read', 'update'])
      await send('POST', '/permissions', {
        policy: open.id,
        collection,
        action,
        fields: ['*'],
        permissions: {},
        validation: {},
      })
}

const named = (value: unknown) => (value as { readonly name?: unknown } | null)?.name

export const directusPeer: Peer = {
  name: 'Directus',
  packages: ['directus@11'],
  // The dependency `isolated-vm` has no binaries for later releases.
  nodes: [22, 20],
  async prepare(folder, node) {
    const { status, stderr } = spawnSync(node, [program(folder), 'bootstrap'], {
      cwd: folder,
      env: { ...process.env, ...environment(folder, 0) },
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (status !== 0)
      throw new Error(stderr.split('\n').find((line) => /error/i.test(line)) ?? 'it could not be set up')
  },
  setUp,
  command: (folder, port, node) => ({
    program: node,
    args: [program(folder), 'start'],
    env: environment(folder, port),
    ready: /Server started at/,
  }),
  api: {
    created: 200,
    createAuthor: (body) => ({ method: 'POST', path: '/items/authors', body }),
    createTag: (body) => ({ method: 'POST', path: '/items/tags', body }),
    createPost: ({ tags, ...post }) => ({
      method: 'POST',
      path: '/items/posts',
      body: { ...post, tags: tags.map((id) => ({ tags_id: id })) },
    }),
    updatePost: (id, body) => ({ method: 'PATCH', path: `/items/posts/${id}`, body }),
    readPost: (id) => ({ method: 'GET', path: `/items/posts/${id}` }),
    listPosts: (views, isPopulated) => {
      const filter = encodeURIComponent(JSON.stringify({ views: { _gt: views } }))
      const fields = isPopulated ? '&fields=*,author.*,tags.tags_id.*' : ''
      return {
        method: 'GET',
        path: `/items/posts?filter=${filter}&sort=-views&limit=10&page=1&meta=filter_count${fields}`,
      }
    },
    docIn: ({ data }) => data as Record<string, unknown>,
    docsIn: ({ data }) => data as Record<string, unknown>[],
    totalIn: ({ meta }) => (meta as { readonly filter_count: number }).filter_count,
    authorIn: ({ author }) => named(author),
    tagsIn: ({ tags }) => (tags as readonly { readonly tags_id: unknown }[]).map(({ tags_id: tag }) => named(tag)),
  },
}
