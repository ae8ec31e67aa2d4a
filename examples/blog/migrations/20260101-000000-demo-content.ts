import type { MigrationArguments } from 'quire'
import { demoAuthors } from '../demo/authors.ts'
import type { DemoPage, DemoPost } from '../demo/demo-content.ts'
import { demoPages } from '../demo/pages.ts'
import { demoPictures } from '../demo/pictures.ts'
import { postsAboutBooks } from '../demo/posts-about-books.ts'
import { postsAboutPaper } from '../demo/posts-about-paper.ts'
import { postsAboutTheWeb } from '../demo/posts-about-the-web.ts'
import { postsAboutType } from '../demo/posts-about-type.ts'
import { richText } from '../demo/rich-text.ts'
import { demoTags } from '../demo/tags.ts'
import type config from '../quire.config.ts'

type Local = MigrationArguments<typeof config>['local']

/** The ids of created documents, by the names that demo texts use. */
type Ids = ReadonlyMap<string, string>

/** Fills an empty database with a small magazine, in one transaction: either all of it is there, or nothing. */
export async function up({ local }: MigrationArguments<typeof config>): Promise<void> {
  const { count } = await local.collections.posts.count()
  if (count > 0) return
  const tags = await createTags(local)
  const authors = await createAuthors(local)
  const pages = await createPages(local)
  const pictures = await createPictures(local)
  const posts = [
    ...withCover(postsAboutPaper, 'A stack of paper, fanned out'),
    ...withCover(postsAboutType, 'The letters a, b and c'),
    ...withCover(postsAboutBooks, 'Books on a shelf'),
    ...withCover(postsAboutTheWeb, 'A page in a browser'),
  ]
  await createPosts(local, posts, { tags, authors, pictures })
  await fillSettings(local, pages)
}

async function createTags(local: Local): Promise<Ids> {
  const ids = new Map<string, string>()
  for (const { german, ...tag } of demoTags) {
    const { id } = await local.collections.tags.create(tag)
    // Another locale is an update of the same document; fields that are not localized stay as they are.
    await local.collections.tags.update(id, { name: german }, { locale: 'de' })
    ids.set(tag.name, id)
  }
  return ids
}

async function createAuthors(local: Local): Promise<Ids> {
  const ids = new Map<string, string>()
  for (const { german, ...author } of demoAuthors) {
    const { id } = await local.collections.authors.create(author)
    await local.collections.authors.update(id, german, { locale: 'de' })
    ids.set(author.name, id)
  }
  return ids
}

/** Uploads them; their sizes are made on the way. */
async function createPictures(local: Local): Promise<Ids> {
  const ids = new Map<string, string>()
  for (const { german, ...picture } of demoPictures) {
    const { id } = await local.collections.media.create(picture)
    await local.collections.media.update(id, { alt: german }, { locale: 'de' })
    ids.set(picture.alt, id)
  }
  return ids
}

function withCover(posts: readonly DemoPost[], cover: string): DemoPost[] {
  return posts.map((post) => ({ ...post, cover }))
}

async function createPages(local: Local): Promise<Ids> {
  const ids = new Map<string, string>()
  for (const { german, body, parent, questions, ...page } of demoPages) {
    const { id } = await local.collections.pages.create({
      ...page,
      parent: parent === undefined ? null : idOf(ids, parent),
      body: richText(body),
      sections: questionsOf(questions),
      seo: { description: page.title },
    })
    await local.collections.pages.update(id, { title: german.title, body: richText(german.body) }, { locale: 'de' })
    await local.collections.pages.publish(id)
    ids.set(page.title, id)
  }
  return ids
}

function questionsOf(items: DemoPage['questions']) {
  return items === undefined ? [] : [{ blockType: 'questions' as const, heading: 'Questions', items }]
}

interface Known {
  readonly tags: Ids
  readonly authors: Ids
  readonly pictures: Ids
}

async function createPosts(local: Local, posts: readonly DemoPost[], known: Known): Promise<void> {
  const { collections } = local
  const ids = new Map<string, string>()
  // The oldest come first, so that lists in the order of creation show the newest on top.
  const inOrder = posts.toSorted((one, other) => (one.date ?? '9999').localeCompare(other.date ?? '9999'))
  for (const { author, body, cover, date, german, note, related, tags: names, ...post } of inOrder) {
    const data = {
      ...post,
      publishedAt: date ?? null,
      author: idOf(known.authors, author),
      tags: names.map((name) => idOf(known.tags, name)),
      cover: cover === undefined ? null : idOf(known.pictures, cover),
      body: richText(body),
      seo: { description: post.excerpt?.slice(0, 160) ?? null },
      // This field is hidden from clients, and so from their types, but the system may write it.
      internalNote: note ?? null,
    }
    const { id } = await collections.posts.create(data)
    if (german) {
      const { title, excerpt } = german
      await collections.posts.update(id, { title, excerpt, body: richText(german.body) }, { locale: 'de' })
    }
    ids.set(post.title, id)
  }
  for (const { title, related = [] } of posts) {
    if (related.length === 0) continue
    const values = related.map((other) => ({ relationTo: 'posts' as const, value: idOf(ids, other) }))
    await collections.posts.update(idOf(ids, title), { related: values })
  }
  // What has no date is still being written.
  for (const { title, date } of inOrder) if (date !== undefined) await collections.posts.publish(idOf(ids, title))
}

async function fillSettings(local: Local, pages: Ids): Promise<void> {
  const { settings } = local.globals
  const { navigation } = await settings.update({
    siteName: 'Folded Sheets',
    tagline: 'Notes on paper, type and the web',
    home: idOf(pages, 'About'),
    navigation: ['About', 'Write for us', 'Colophon'].map((label) => ({ label, page: idOf(pages, label) })),
    social: [{ network: 'RSS', href: '/feed.xml' }],
    contactEmail: 'letters@folded-sheets.example',
  })
  const german = ['Über uns', 'Für uns schreiben', 'Impressum']
  await settings.update(
    {
      tagline: 'Über Papier, Schrift und das Web',
      // Rows are matched by id, so that only their German label changes.
      navigation: navigation.map(({ id }, index) => ({ id, label: german[index] ?? '' })),
    },
    { locale: 'de' },
  )
}

function idOf(ids: Ids, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demo content names '${name}', which it does not have.`)
  return id
}
