import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Peer } from './peer.ts'

/**
 * Payload's REST handler behind `node:http`, without the overhead of Next. Its documentation recommends WAL for many
 * writes.
 */
const SERVER = `import { createServer } from 'node:http'
import { sqliteAdapter } from '@payloadcms/db-sqlite'
import { buildConfig, getPayload, handleEndpoints } from 'payload'

const [folder, port] = process.argv.slice(2)
const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody }
const config = await buildConfig({
  secret: 'benchmark',
  telemetry: false,
  db: sqliteAdapter({ client: { url: \`file:\${folder}/payload.db\` }, push: true, wal: true }),
  collections: [
    { slug: 'authors', access, fields: [{ name: 'name', type: 'text', required: true, index: true }, { name: 'email', type: 'email', required: true }] },
    { slug: 'tags', access, fields: [{ name: 'name', type: 'text', required: true }] },
    {
      slug: 'posts',
      access,
      fields: [
        { name: 'title', type: 'text', required: true, maxLength: 200 },
        { name: 'slug', type: 'text', required: true, unique: true },
        { name: 'body', type: 'textarea', required: true },
        { name: 'status', type: 'select', options: ['draft', 'published'], required: true },
        { name: 'views', type: 'number', index: true },
        { name: 'publishedAt', type: 'date' },
        { name: 'author', type: 'relationship', relationTo: 'authors', index: true },
        { name: 'tags', type: 'relationship', relationTo: 'tags', hasMany: true },
      ],
    },
  ],
})
await getPayload({ config })

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
  const asked = new Request(\`http://127.0.0.1:\${port}\${request.url}\`, { method: request.method, headers: request.headers, ...body })
  const answer = await handleEndpoints({ config, request: asked })
  const bytes = Buffer.from(await answer.arrayBuffer())
  response.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': bytes.length })
  response.end(bytes)
})
server.listen(Number(port), '127.0.0.1', () => console.log(\`ready at http://127.0.0.1:\${port}\`))
`

const named = (value: unknown) => (value as { readonly name?: unknown } | null)?.name

export const payloadPeer: Peer = {
  name: 'Payload',
  packages: ['payload@3', '@payloadcms/db-sqlite@3', 'graphql@16'],
  async prepare(folder) {
    await writeFile(join(folder, 'server.mjs'), SERVER)
  },
  command: (folder, port) => ({
    args: [join(folder, 'server.mjs'), folder, String(port)],
    // Payload creates its tables only in development mode.
    env: { NODE_ENV: 'development' },
  }),
  api: {
    created: 201,
    createAuthor: (body) => ({ method: 'POST', path: '/api/authors?depth=0', body }),
    createTag: (body) => ({ method: 'POST', path: '/api/tags?depth=0', body }),
    createPost: (body) => ({ method: 'POST', path: '/api/posts?depth=0', body }),
    updatePost: (id, body) => ({ method: 'PATCH', path: `/api/posts/${id}?depth=0`, body }),
    readPost: (id) => ({ method: 'GET', path: `/api/posts/${id}?depth=0` }),
    listPosts: (views, isPopulated) => ({
      method: 'GET',
      path: `/api/posts?where%5Bviews%5D%5Bgreater_than%5D=${views}&sort=-views&limit=10&page=1&depth=${isPopulated ? 1 : 0}`,
    }),
    docIn: (answer) => (answer['doc'] ?? answer) as Record<string, unknown>,
    docsIn: ({ docs }) => docs as Record<string, unknown>[],
    totalIn: ({ totalDocs }) => Number(totalDocs),
    authorIn: ({ author }) => named(author),
    tagsIn: ({ tags }) => (tags as readonly unknown[]).map(named),
  },
}
