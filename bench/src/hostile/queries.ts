import { CITIES, cityName, WRITERS, writerName } from './seed-library.ts'

export interface AskedQuery {
  readonly name: string
  /** Varies by number, so that no response comes from a cache. */
  readonly path: (number: number) => string
  readonly connections?: number
  /** The client does not read responses; it reconnects when its connection is closed. */
  readonly isUnread?: boolean
}

const list = (collection: string, parameters: Readonly<Record<string, string>>) =>
  `/api/collections/${collection}?${new URLSearchParams(parameters).toString()}`
const where = (condition: object) => ({ where: JSON.stringify(condition) })

const deepPage = (n: number) => list('articles', { limit: '100', depth: '2', page: String(1 + (n % 900)) })
const longList = () => list('reports', { limit: '100' })

/** Expensive queries of a single client, for the database and for the service. */
export const HOSTILE: readonly AskedQuery[] = [
  { name: 'sort by a field without index', path: (n) => list('articles', { sort: n % 2 === 0 ? 'rank' : '-rank' }) },
  { name: 'search of all texts', path: (n) => list('articles', where({ text: { like: `grüße ferne nirgends${n}` } })) },
  { name: 'one hop', path: (n) => list('articles', where({ 'related.title': { contains: `nirgends ${n}` } })) },
  {
    name: 'three hops',
    path: (n) => list('articles', where({ 'related.related.related.title': { contains: `n${n}` } })),
  },
  {
    name: 'a page with two levels in the place of ids',
    path: deepPage,
  },
  { name: '300 such pages', path: deepPage, connections: 300 },
  { name: '600 such pages', path: deepPage, connections: 600 },
  { name: 'lists of 5 MB', path: longList },
  { name: '300 lists of 5 MB', path: longList, connections: 300 },
  { name: '300 lists of 5 MB, unread', path: longList, connections: 300, isUnread: true },
  { name: '600 lists of 5 MB, unread', path: longList, connections: 600, isUnread: true },
  { name: 'through a join', path: (n) => list('people', where({ 'articles.related.title': { contains: `n${n}` } })) },
]

/** Finds a query by name, because functions cannot be sent to other processes. */
export function hostileQuery(name: string): AskedQuery {
  const found = HOSTILE.find((query) => query.name === name)
  if (!found) throw new Error(`there is no query "${name}"`)
  return found
}

/** Queries of an ordinary site. */
export const HONEST: readonly AskedQuery[] = [
  {
    name: 'books by the name of their writer',
    path: (n) => list('books', where({ 'author.name': { equals: writerName(1 + ((n * 17) % WRITERS)) } })),
  },
  {
    name: 'books by the city of their writer',
    path: (n) => list('books', where({ 'author.city.name': { equals: cityName(1 + ((n * 17) % CITIES)) } })),
  },
  {
    name: 'books by a part of the name',
    path: (n) => list('books', where({ 'author.name': { contains: `writer ${1 + ((n * 17) % WRITERS)}` } })),
  },
]
