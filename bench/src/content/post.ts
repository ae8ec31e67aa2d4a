import { idOf, type Seeded, seeded } from './seeded.ts'

export const SEEDED_AUTHORS = 100
export const SEEDED_TAGS = 50
export const SEEDED_POSTS = 10_000
/** Drafts that are yet to be published. */
export const PLANNED_POSTS = 2_000
export const MOST_VIEWS = 100_000

const BODY_LENGTH = 2048

export interface Author {
  readonly name: string
  readonly email: string
}

export interface Tag {
  readonly name: string
}

/** What a client sends to create a post: about 2 kB of JSON. */
export interface Post {
  readonly title: string
  readonly slug: string
  readonly body: string
  readonly status: 'draft' | 'published'
  readonly views: number
  readonly publishedAt: string
  /** The id of one author. */
  readonly author: string
  /** The ids of three tags. */
  readonly tags: readonly string[]
}

const WORDS = (
  'the quiet press ran through the night while editors argued about margins, captions and the weight of a serif; by ' +
  'morning every page was bound, every proof was signed and the first readers were already asking for the next issue'
).split(' ')

export function seededAuthor(number: number): Seeded<Author> {
  return seeded(number, { name: authorName(number), email: `author${number}@example.com` })
}

export function authorName(number: number): string {
  return `Author ${String(number).padStart(3, '0')}`
}

export function seededTag(number: number): Seeded<Tag> {
  return seeded(number, { name: `Tag ${number}` })
}

export function seededPost(number: number): Seeded<Post> {
  return seeded(number, postOf(number))
}

/** The post with this number. Numbers above `SEEDED_POSTS` are posts that scenarios create. */
export function postOf(number: number): Post {
  const tag = (step: number) => idOf(1 + ((number * 7 + step * 11) % SEEDED_TAGS))
  return {
    title: `Post number ${number}: ${text(number, 30)}`,
    // Always of the same length, so that the size of a request doesn't depend on how far a run has come.
    slug: `post-${String(number).padStart(10, '0')}`,
    body: text(number * 5, BODY_LENGTH),
    status: number % 5 === 0 ? 'draft' : 'published',
    views: scattered(number),
    publishedAt: new Date(Date.UTC(2024, 0, 1) + scattered(number) * 60_000).toISOString(),
    author: idOf(1 + ((number * 31) % SEEDED_AUTHORS)),
    tags: [tag(0), tag(1), tag(2)],
  }
}

/** Gives neighbouring posts values that are far apart, because 61,813 and 100,000 have no common factor. */
function scattered(number: number): number {
  return (number * 61_813) % MOST_VIEWS
}

function text(start: number, length: number): string {
  let result = ''
  for (let index = start; result.length < length; index += 1) result += `${WORDS[index % WORDS.length]} `
  return result.slice(0, length - 1).padEnd(length, '.')
}
