import { idOf, type Seeded, seeded } from './seeded.ts'

export const SEEDED_AUTHORS = 100
export const SEEDED_TAGS = 50
export const SEEDED_POSTS = 10_000
/** Drafts for the publication scenario. */
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

/** Body of a create request: about 2 kB of JSON. */
export interface Post {
  readonly title: string
  readonly slug: string
  readonly body: string
  readonly status: 'draft' | 'published'
  readonly views: number
  readonly publishedAt: string
  readonly author: string
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

/** Returns the post with this number. Scenarios create posts with numbers above `SEEDED_POSTS`. */
export function postOf(number: number): Post {
  const tag = (step: number) => idOf(1 + ((number * 7 + step * 11) % SEEDED_TAGS))
  return {
    title: `Post number ${number}: ${text(number, 30)}`,
    // Fixed length, so that the size of a request does not depend on the progress of a run.
    slug: `post-${String(number).padStart(10, '0')}`,
    body: text(number * 5, BODY_LENGTH),
    status: number % 5 === 0 ? 'draft' : 'published',
    views: scattered(number),
    publishedAt: new Date(Date.UTC(2024, 0, 1) + scattered(number) * 60_000).toISOString(),
    author: idOf(1 + ((number * 31) % SEEDED_AUTHORS)),
    tags: [tag(0), tag(1), tag(2)],
  }
}

/** Gives neighbouring posts distant values: 61,813 and 100,000 are coprime. */
function scattered(number: number): number {
  return (number * 61_813) % MOST_VIEWS
}

function text(start: number, length: number): string {
  let result = ''
  for (let index = start; result.length < length; index += 1) result += `${WORDS[index % WORDS.length]} `
  return result.slice(0, length - 1).padEnd(length, '.')
}
