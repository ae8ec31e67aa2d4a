import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Peer, PeerPost } from './peer.ts'

/** Starts like Strapi's own command, without the admin interface, which would only add overhead. */
const SERVER = `const { createStrapi } = require('@strapi/strapi')

createStrapi({ appDir: __dirname, distDir: __dirname, serveAdminPanel: false, autoReload: false })
  .start()
  .then(() => console.log('ready at http://127.0.0.1:' + process.env.PORT))
  .catch((error) => {
    console.error(error)
    process.exit(1)
  })
`

const CONFIG = {
  'config/server.js': `module.exports = ({ env }) => ({ host: '127.0.0.1', port: env.int('PORT'), app: { keys: ['benchmark', 'benchmarked'] }, logger: { startup: { enabled: false } } })`,
  'config/admin.js': `module.exports = { auth: { secret: 'benchmark' }, apiToken: { salt: 'benchmark' }, transfer: { token: { salt: 'benchmark' } }, serveAdminPanel: false, autoOpen: false }`,
  'config/database.js': `const { join } = require('node:path')
module.exports = { connection: { client: 'sqlite', connection: { filename: join(__dirname, '..', 'strapi.db') }, useNullAsDefault: true } }`,
  'config/middlewares.js': `module.exports = ['strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::query', 'strapi::body', 'strapi::favicon', 'strapi::public']`,
  'config/plugins.js': `module.exports = { 'users-permissions': { config: { jwtSecret: 'benchmark' } } }`,
  'src/index.js': `const KINDS = ['author', 'tag', 'post']
const ACTIONS = ['find', 'findOne', 'create', 'update']
module.exports = {
  // What an administrator would tick: everybody may read and write all of it.
  async bootstrap({ strapi }) {
    const role = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type: 'public' } })
    for (const kind of KINDS)
      for (const action of ACTIONS)
        await strapi.db.query('plugin::users-permissions.permission').create({ data: { action: 'api::' + kind + '.' + kind + '.' + action, role: role.id } })
  },
}`,
} as const

interface Model {
  readonly one: string
  readonly many: string
  readonly attributes: Readonly<Record<string, object>>
}

const relation = (kind: string, one: string) => ({ type: 'relation', relation: kind, target: `api::${one}.${one}` })
const text = (others: object = {}) => ({ type: 'string', required: true, ...others })

/** Strapi reserves the names `status` and `publishedAt`. */
const MODELS: readonly Model[] = [
  { one: 'author', many: 'authors', attributes: { name: text(), email: { type: 'email', required: true } } },
  { one: 'tag', many: 'tags', attributes: { name: text() } },
  {
    one: 'post',
    many: 'posts',
    attributes: {
      title: text({ maxLength: 200 }),
      slug: text({ unique: true }),
      body: { type: 'text', required: true },
      state: { type: 'enumeration', enum: ['draft', 'published'], required: true },
      views: { type: 'integer', column: { index: true } },
      releasedAt: { type: 'datetime' },
      author: relation('manyToOne', 'author'),
      tags: relation('manyToMany', 'tag'),
    },
  },
]

/** Returns Strapi's files for one content type. */
function filesOf({ one, many, attributes }: Model): Readonly<Record<string, string>> {
  const schema = {
    kind: 'collectionType',
    collectionName: many,
    info: { singularName: one, pluralName: many, displayName: many },
    options: { draftAndPublish: false },
    attributes,
  }
  const made = (factory: string) =>
    `const { factories } = require('@strapi/strapi')
module.exports = factories.${factory}('api::${one}.${one}')`
  return {
    [`src/api/${one}/content-types/${one}/schema.json`]: JSON.stringify(schema),
    [`src/api/${one}/controllers/${one}.js`]: made('createCoreController'),
    [`src/api/${one}/services/${one}.js`]: made('createCoreService'),
    [`src/api/${one}/routes/${one}.js`]: made('createCoreRouter'),
  }
}

type Json = Readonly<Record<string, unknown>>

const sent = ({ status, publishedAt, ...post }: PeerPost) => ({ ...post, state: status, releasedAt: publishedAt })
const received = (data: unknown): Json => {
  const { state, documentId, ...doc } = data as Json
  return { ...doc, id: documentId, ...(state !== undefined && { status: state }) }
}
const named = (value: unknown) => (value as { readonly name?: unknown } | null)?.name

export const strapiPeer: Peer = {
  name: 'Strapi',
  // Later releases depend on packages that npm does not have.
  packages: [
    '@strapi/strapi@~5.54.0',
    '@strapi/plugin-users-permissions@~5.54.0',
    'better-sqlite3@12',
    'react@18',
    'react-dom@18',
    'react-router-dom@6',
    'styled-components@6',
  ],
  // The SQLite driver has binaries for these releases.
  nodes: [20, 22],
  async prepare(folder) {
    const files = Object.assign({ ...CONFIG, 'server.cjs': SERVER }, ...MODELS.map(filesOf)) as Record<string, string>
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), content)
    }
    await mkdir(join(folder, 'public/uploads'), { recursive: true })
    const about = {
      name: 'benchmark',
      private: true,
      version: '1.0.0',
      strapi: { uuid: false },
      // Strapi looks up its plugins here.
      dependencies: { '@strapi/plugin-users-permissions': '5' },
    }
    await writeFile(join(folder, 'package.json'), JSON.stringify(about))
  },
  command: (folder, port, node) => ({
    program: node,
    args: [join(folder, 'server.cjs')],
    env: { NODE_ENV: 'production', PORT: String(port), STRAPI_TELEMETRY_DISABLED: 'true' },
  }),
  api: {
    created: 201,
    createAuthor: (data) => ({ method: 'POST', path: '/api/authors', body: { data } }),
    createTag: (data) => ({ method: 'POST', path: '/api/tags', body: { data } }),
    createPost: (post) => ({ method: 'POST', path: '/api/posts', body: { data: sent(post) } }),
    updatePost: (id, data) => ({ method: 'PUT', path: `/api/posts/${id}`, body: { data } }),
    readPost: (id) => ({ method: 'GET', path: `/api/posts/${id}` }),
    listPosts: (views, isPopulated) => ({
      method: 'GET',
      path: `/api/posts?filters%5Bviews%5D%5B$gt%5D=${views}&sort=views:desc&pagination%5Bpage%5D=1&pagination%5BpageSize%5D=10${isPopulated ? '&populate%5B0%5D=author&populate%5B1%5D=tags' : ''}`,
    }),
    docIn: ({ data }) => received(data),
    docsIn: ({ data }) => (data as readonly unknown[]).map(received),
    totalIn: ({ meta }) => (meta as { readonly pagination: { readonly total: number } }).pagination.total,
    authorIn: ({ author }) => named(author),
    tagsIn: ({ tags }) => (tags as readonly unknown[]).map(named),
  },
}
