import { CITIES, cityName, WRITERS, writerName } from './seed-library.ts'

export interface AskedQuery {
  readonly name: string
  /** Another one for each number, so that nothing is answered from memory. */
  readonly path: (number: number) => string
}

const list = (collection: string, parameters: Readonly<Record<string, string>>) =>
  `/api/collections/${collection}?${new URLSearchParams(parameters).toString()}`
const where = (condition: object) => ({ where: JSON.stringify(condition) })

/** What one client can ask for to make work for the database. */
export const HOSTILE: readonly AskedQuery[] = [
  { name: 'sort by a field without index', path: (n) => list('articles', { sort: n % 2 === 0 ? 'rank' : '-rank' }) },
  { name: 'search of all texts', path: (n) => list('articles', where({ text: { like: `grüße ferne nirgends${n}` } })) },
  { name: 'one hop', path: (n) => list('articles', where({ 'related.title': { contains: `nirgends ${n}` } })) },
  {
    name: 'three hops',
    path: (n) => list('articles', where({ 'related.related.related.title': { contains: `n${n}` } })),
  },
  { name: 'through a join', path: (n) => list('people', where({ 'articles.related.title': { contains: `n${n}` } })) },
]

/** What an ordinary site asks for. */
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
