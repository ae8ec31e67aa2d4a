import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyApplication, quireProgram } from '../contenders/quire-installation.ts'
import type { Peer } from './peer.ts'

const CONFIG = `import { collection, defineConfig, sqlite } from 'quirecms'
import { authorFields, postFields, tagFields } from './blog-fields.ts'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody }

export default defineConfig({
  database: sqlite('./data/app.db'),
  server: { rateLimit: { requests: 1_000_000_000 } },
  collections: {
    authors: collection({ access, fields: authorFields }),
    tags: collection({ access, fields: tagFields }),
    posts: collection({ access, fields: postFields }),
  },
})
`

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))
const named = (value: unknown) => (value as { readonly name?: unknown } | null)?.name

export const quirePeer: Peer = {
  name: 'Quire',
  packages: [],
  async prepare(folder) {
    await copyApplication(folder, ['blog-fields.ts'])
    await writeFile(join(folder, 'quire.config.ts'), CONFIG)
  },
  command: (folder, port) => ({
    args: [
      quireProgram(folder),
      'start',
      '--migrate',
      '--config',
      join(folder, 'quire.config.ts'),
      '--port',
      String(port),
    ],
  }),
  api: {
    created: 201,
    createAuthor: (body) => ({ method: 'POST', path: '/api/collections/authors', body }),
    createTag: (body) => ({ method: 'POST', path: '/api/collections/tags', body }),
    createPost: (body) => ({ method: 'POST', path: '/api/collections/posts', body }),
    updatePost: (id, body) => ({ method: 'PATCH', path: `/api/collections/posts/${id}`, body }),
    readPost: (id) => ({ method: 'GET', path: `/api/collections/posts/${id}` }),
    listPosts: (views, isPopulated) => {
      const populate = isPopulated ? `&populate=${json({ author: true, tags: true })}` : ''
      const where = json({ views: { greater_than: views } })
      return { method: 'GET', path: `/api/collections/posts?where=${where}&sort=-views&limit=10&page=1${populate}` }
    },
    docIn: ({ doc }) => doc as Record<string, unknown>,
    docsIn: ({ docs }) => docs as Record<string, unknown>[],
    totalIn: ({ pagination }) => (pagination as { readonly totalDocs: number }).totalDocs,
    authorIn: ({ author }) => named(author),
    tagsIn: ({ tags }) => (tags as readonly unknown[]).map(named),
  },
}
