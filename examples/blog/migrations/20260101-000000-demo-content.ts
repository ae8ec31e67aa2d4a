import { fileURLToPath } from 'node:url'
import { type CreateInput, type MigrationArguments, richText } from 'quirecms'
import { demoAuthors } from '../demo/authors.ts'
import type { DemoPage, DemoPost } from '../demo/demo-content.ts'
import { demoPages } from '../demo/pages.ts'
import { demoPictures } from '../demo/pictures.ts'
import { postsAboutBooks } from '../demo/posts-about-books.ts'
import { postsAboutPaper } from '../demo/posts-about-paper.ts'
import { postsAboutTheWeb } from '../demo/posts-about-the-web.ts'
import { postsAboutType } from '../demo/posts-about-type.ts'
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
  const pictures = await createPictures(local)
  const authors = await createAuthors(local, pictures)
  const pages = await createPages(local)
  const posts = [...postsAboutPaper, ...postsAboutType, ...postsAboutBooks, ...postsAboutTheWeb]
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

async function createAuthors(local: Local, pictures: Ids): Promise<Ids> {
  const ids = new Map<string, string>()
  for (const { german, portrait, ...author } of demoAuthors) {
    const { id } = await local.collections.authors.create({ ...author, portrait: idOf(pictures, portrait) })
    await local.collections.authors.update(id, german, { locale: 'de' })
    ids.set(author.name, id)
  }
  return ids
}

/** Uploads them; their sizes are made on the way. */
async function createPictures(local: Local): Promise<Ids> {
  const ids = new Map<string, string>()
  for (const { name, file, alt, german } of demoPictures) {
    const { id } = await local.collections.media.create({ file: fileURLToPath(file), alt })
    await local.collections.media.update(id, { alt: german }, { locale: 'de' })
    ids.set(name, id)
  }
  return ids
}

async function createPages(local: Local): Promise<Ids> {
  const ids = new Map<string, string>()
  for (const { german, body, parent, questions, ...page } of demoPages) {
    const { id } = await local.collections.pages.create({
      ...page,
      parent: parent === undefined ? null : idOf(ids, parent),
      body: textOf(body),
      sections: questionsOf(questions),
      seo: { description: page.title },
    })
    await local.collections.pages.update(id, { title: german.title, body: textOf(german.body) }, { locale: 'de' })
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
  const ids = new Map<string, string>()
  // The oldest come first, so that lists in the order of creation show the newest on top.
  const inOrder = posts.toSorted((one, other) => (one.date ?? '9999').localeCompare(other.date ?? '9999'))
  const today = demoCalendar(posts)
  for (const post of inOrder) ids.set(post.title, await createPost(local, post, known, today))
  for (const post of posts) {
    const { title, related = [] } = post
    const values = related.map((other) => ({ relationTo: 'posts' as const, value: idOf(ids, other) }))
    if (values.length > 0) await local.collections.posts.update(idOf(ids, title), { related: values })
    const body = illustrated(post, known.pictures, ids)
    if (body) await local.collections.posts.update(idOf(ids, title), { body })
  }
  for (const post of inOrder) await publishPost(local, post, idOf(ids, post.title))
}

type Body = NonNullable<CreateInput<typeof config, 'posts'>['body']>

/** The text of a post with a picture, another post and a block in it. They can be named only once they are there. */
function illustrated({ body, shows }: DemoPost, pictures: Ids, posts: Ids): Body | undefined {
  if (!shows) return undefined
  const { picture, post, tip } = shows
  return {
    type: 'doc',
    content: [
      ...(textOf(body).content ?? []),
      { type: 'image', attrs: { relationTo: 'media', value: idOf(pictures, picture) } },
      { type: 'block', attrs: { blockType: 'callout', data: { tone: 'tip', text: tip } } },
      { type: 'document', attrs: { relationTo: 'posts', value: idOf(posts, post) } },
    ],
  }
}

/** Demo texts are indented like the code around them. */
function textOf(markdown: string) {
  return richText.fromMarkdown(markdown.replaceAll(/^ +| +$/gm, ''))
}

async function createPost(local: Local, post: DemoPost, known: Known, today: Calendar): Promise<string> {
  const {
    author,
    body,
    cover,
    date,
    german,
    note,
    related: _,
    shows: _shown,
    edited: _later,
    inDays: _then,
    tags,
    ...rest
  } = post
  const { posts } = local.collections
  const data = {
    ...rest,
    ...(date !== undefined && { publishedAt: today(date) }),
    author: idOf(known.authors, author),
    tags: tags.map((name) => idOf(known.tags, name)),
    cover: idOf(known.pictures, cover),
    body: textOf(body),
    seo: { description: post.excerpt?.slice(0, 160) ?? null },
    // This field is hidden from clients, and so from their types, but the system may write it.
    internalNote: note ?? null,
  }
  const { id } = await posts.create(data)
  if (german) {
    const { title, excerpt } = german
    await posts.update(id, { title, excerpt, body: textOf(german.body) }, { locale: 'de' })
  }
  return id
}

/** What has no date is still being written; some of what has one is being written again. */
async function publishPost(local: Local, { date, edited, inDays }: DemoPost, id: string): Promise<void> {
  const { posts } = local.collections
  if (date !== undefined) await posts.publish(id)
  if (edited) {
    const { body, ...rest } = edited
    await posts.update(id, { ...rest, ...(body !== undefined && { body: textOf(body) }) })
  }
  if (inDays !== undefined) await posts.schedule(id, { runAt: atNine(inDays) })
}

const DAY_MS = 24 * 60 * 60 * 1000

/** In the morning of a day to come. */
function atNine(inDays: number): string {
  const day = new Date(Date.now() + inDays * DAY_MS)
  day.setHours(9, 0, 0, 0)
  return day.toISOString()
}

type Calendar = (date: string) => string

/** Moves the dates of the demo, so that the newest post is of yesterday, whenever you start. */
function demoCalendar(posts: readonly DemoPost[]): Calendar {
  const newest = Math.max(...posts.map(({ date }) => (date === undefined ? 0 : Date.parse(date))))
  const yesterday = Math.floor(Date.now() / DAY_MS - 1) * DAY_MS
  return (date) => new Date(Date.parse(date) - newest + yesterday).toISOString()
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
