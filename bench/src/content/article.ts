import { seededId } from './post.ts'

export const SEEDED_PEOPLE = 1000
export const SEEDED_TOPICS = 50
export const SEEDED_ARTICLES = 10_000
export const SEEDED_EVENTS = 100_000

/** Told apart from posts by the last digits of their ids, which hold the number. */
const FIRST_PERSON = 1_000_000
const FIRST_TOPIC = 2_000_000
const FIRST_ARTICLE = 3_000_000
const FIRST_EVENT = 4_000_000

export interface Person {
  readonly name: string
  readonly bio: string
}

export interface Topic {
  readonly name: string
  readonly color: string
}

export interface Article {
  readonly title: string
  readonly text: string
  readonly author: string
  readonly topics: readonly string[]
}

export interface Event {
  readonly kind: string
  readonly place: string
  readonly size: number
}

export interface Seeded<Content> {
  readonly id: string
  readonly createdAt: string
  readonly content: Content
}

const START = Date.UTC(2025, 0, 1)

function seeded<Content>(first: number, number: number, content: Content): Seeded<Content> {
  const createdAt = new Date(START + number * 60_000).toISOString()
  return { id: seededId(first + number), createdAt, content }
}

export function personName(number: number): string {
  return `Person ${String(number % SEEDED_PEOPLE).padStart(4, '0')}`
}

export function seededPerson(number: number): Seeded<Person> {
  return seeded(FIRST_PERSON, number, {
    name: personName(number),
    bio: `Writes about number ${number} and its neighbours.`,
  })
}

export function seededTopic(number: number): Seeded<Topic> {
  return seeded(FIRST_TOPIC, number, { name: `Topic ${number}`, color: `#${String(number).padStart(6, '0')}` })
}

/** Each has one author of a thousand and three topics of fifty. */
export function seededArticle(number: number): Seeded<Article> {
  const topic = (step: number) => seededId(FIRST_TOPIC + ((number * 7 + step * 11) % SEEDED_TOPICS))
  return seeded(FIRST_ARTICLE, number, {
    title: `Article ${number}`,
    text: `What there is to say about ${number}, said at some length. `.repeat(8),
    author: seededId(FIRST_PERSON + ((number * 31) % SEEDED_PEOPLE)),
    topics: [topic(0), topic(1), topic(2)],
  })
}

export const KINDS = Array.from({ length: 100 }, (_, index) => `kind-${index}`)

export function seededEvent(number: number): Seeded<Event> {
  const kind = KINDS[(number * 7) % KINDS.length] ?? ''
  return seeded(FIRST_EVENT, number, { kind, place: `Hall ${number % 40}`, size: number % 500 })
}
