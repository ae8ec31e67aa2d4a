export const CATEGORIES = [
  'news',
  'guides',
  'releases',
  'interviews',
  'opinion',
  'science',
  'culture',
  'travel',
  'food',
  'music',
  'film',
  'books',
  'sport',
  'health',
  'design',
  'photography',
  'history',
  'language',
  'nature',
  'weather',
] as const

export const TAGS = ['beginner', 'advanced', 'video', 'long-read', 'archive'] as const

/** What a client sends to create a post: ten fields, about one kilobyte of JSON. */
export interface Post {
  readonly title: string
  readonly slug: string
  readonly category: (typeof CATEGORIES)[number]
  readonly excerpt: string
  readonly body: string
  readonly tags: readonly (typeof TAGS)[number][]
  readonly readingMinutes: number
  readonly featured: boolean
  readonly publishedAt: string
  readonly seo: { readonly title: string; readonly description: string }
}

/** A post that is in the database before anything is measured, the same for every contender. */
export interface SeededPost {
  readonly id: string
  readonly createdAt: string
  readonly post: Post
}

export const SEEDED_POSTS = 10_000

const WORDS = (
  'the quiet press ran through the night while editors argued about margins, captions and the weight of a serif; by ' +
  'morning every page was bound, every proof was signed and the first readers were already asking for the next issue'
).split(' ')

const FIRST_MOMENT = Date.UTC(2025, 0, 1)

/** The post with this number. Numbers from `SEEDED_POSTS` on are posts that scenarios create. */
export function postOf(number: number): Post {
  const category = at(CATEGORIES, number * 7)
  const title = `Post ${number} about ${category}, ${words(number, 4)}`
  return {
    title,
    // Of one length, so that the size of a request does not depend on how far a run has come.
    slug: `post-${String(number).padStart(10, '0')}`,
    category,
    excerpt: words(number * 3, 18),
    body: words(number * 5, 90),
    tags: [at(TAGS, number), at(TAGS, number + 2)],
    readingMinutes: 1 + (number % 20),
    featured: number % 10 === 0,
    publishedAt: moment(number),
    seo: { title: `${title} | The Daily Quire`, description: words(number * 11, 14) },
  }
}

export function seededPost(number: number): SeededPost {
  return { id: seededId(number), createdAt: moment(number), post: postOf(number) }
}

/** Ids as the engine makes them, UUIDs that grow with time, so that no index is better ordered on one side. */
export function seededId(number: number): string {
  const time = (FIRST_MOMENT + number * 60_000).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, '0')}`
}

function moment(number: number): string {
  return new Date(FIRST_MOMENT + number * 60_000).toISOString()
}

function words(start: number, count: number): string {
  return Array.from({ length: count }, (_, index) => at(WORDS, start + index)).join(' ')
}

function at<Item>(list: readonly Item[], index: number): Item {
  return list[index % list.length] as Item
}
