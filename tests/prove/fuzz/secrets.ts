import { formWithFile } from '../load/form-with-file.ts'
import type { HttpClient } from '../world/http.ts'
import type { World } from '../world/world.ts'

/** In all content with restricted access: an answer with this word is a leak. */
const SECRET_WORD = 'kanarienvogel'

interface Made {
  readonly doc: { readonly id: string; readonly objectKey: string }
}

export interface Seeded {
  readonly ids: string[]
  readonly files: string[]
}

/** All kinds of documents with secrets: in fields, drafts, the trash, versions and private documents. */
export async function seedSecrets(world: World, client: HttpClient): Promise<Seeded> {
  const headers = world.as('admin')
  const secret = `${SECRET_WORD} of a field`
  const ids: string[] = []
  const files: string[] = []
  const make = async (slug: string, body: object): Promise<string> => {
    const answer = await client.call('POST', `/api/collections/${slug}`, { headers, body })
    if (answer.status !== 201) throw new Error(`${slug} could not be made: ${answer.text}`)
    const { doc } = answer.body as Made
    ids.push(doc.id)
    return doc.id
  }
  const author = await make('people', { name: 'Ada', secret })
  const closedAuthor = await make('people', { name: `${SECRET_WORD} of a closed person`, closed: true })
  const shelf = await make('shelves', { name: 'Shelf' })
  await make('tags', { name: 'Tag', shelf })
  const upload = async (content: string, data: object): Promise<string> => {
    const form = formWithFile('words.txt', Buffer.from(content), data)
    const answer = await client.call('POST', '/api/collections/media', {
      headers: { ...headers, 'content-type': form.type },
      body: form.body,
    })
    const { doc } = answer.body as Made
    ids.push(doc.id)
    files.push(doc.objectKey)
    return doc.id
  }
  const cover = await upload('open words', { alt: 'open' })
  const closedCover = await upload(`${SECRET_WORD} of a closed file`, { alt: SECRET_WORD, closed: true })
  const inner = {
    seo: { description: 'open', secret },
    links: [{ label: 'open', secret }],
    sections: [{ blockType: 'aside', words: 'open', secret }],
  }
  const post = await make('posts', { title: 'Open', slug: 'open', secret, author, cover, ...inner })
  await client.call('POST', `/api/collections/posts/${post}/publish`, { headers })
  const closed = await make('posts', {
    title: `${SECRET_WORD} of a closed post`,
    slug: 'closed',
    closed: true,
    author: closedAuthor,
    cover: closedCover,
  })
  await client.call('POST', `/api/collections/posts/${closed}/publish`, { headers })
  // A draft of a public post, an unpublished post, and one in the trash. Staff may read these, readers may not.
  const pointing = await make('posts', {
    title: 'Points',
    slug: 'points',
    related: [closed, post],
    author: closedAuthor,
  })
  await client.call('POST', `/api/collections/posts/${pointing}/publish`, { headers })
  await client.call('PATCH', `/api/collections/posts/${post}`, {
    headers,
    body: { title: `${SECRET_WORD} of a draft` },
  })
  await make('posts', { title: `${SECRET_WORD} of what was never published`, slug: 'never' })
  const trashed = await make('posts', { title: `${SECRET_WORD} of the trash`, slug: 'trashed' })
  await client.call('DELETE', `/api/collections/posts/${trashed}`, { headers })
  await client.call('PATCH', '/api/globals/settings', { headers, body: { name: 'Site', secret } })
  await client.call('POST', '/api/globals/settings/publish', { headers })
  return { ids, files }
}

/** Whether staff has published the reported content in this run, so that everyone may read it. */
export async function isPublicByNow(world: World, client: HttpClient, told: string): Promise<boolean> {
  const headers = world.as('admin')
  const where = encodeURIComponent(JSON.stringify({ closed: { equals: false } }))
  const lists = await Promise.all([
    client.call('GET', `/api/collections/posts?limit=100&draft=false&where=${where}`, { headers }),
    client.call('GET', `/api/collections/people?limit=100&where=${where}`, { headers }),
    client.call('GET', `/api/collections/media?limit=100&where=${where}`, { headers }),
  ])
  const open = lists.map(({ text }) => text).join(' ')
  const phrases = told.match(new RegExp(`${SECRET_WORD}[ a-z]*`, 'g')) ?? []
  return phrases.every((phrase) => !phrase.includes('of a field') && open.includes(phrase))
}

/** Content for admins only: for staff, the fields; for others, everything. */
export function tellsSecret(role: 'admin' | 'editor' | 'reader' | 'nobody', text: string): boolean {
  if (role === 'admin') return false
  return text.includes(role === 'editor' ? `${SECRET_WORD} of a field` : SECRET_WORD)
}
