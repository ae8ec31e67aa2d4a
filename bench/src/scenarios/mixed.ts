import { MOST_VIEWS, postOf, SEEDED_POSTS } from '../content/post.ts'
import { POPULATE, withMoreViews } from './list.ts'
import { somePost } from './read-one.ts'
import type { BenchRequest, Scenario } from './scenario.ts'

/** Different reads: documents, lists, and lists with populated documents. */
const DOCUMENTS = 600
const LISTS = 300
const POPULATED = 100
const READS = DOCUMENTS + LISTS + POPULATED
/** Coprime with the number of reads, so that the kinds alternate and every read has its turn. */
const STRIDE = 377

export type Mixed =
  | { readonly kind: 'create' | 'update' }
  | { readonly kind: 'read'; readonly document: number }
  | { readonly kind: 'list'; readonly views: number; readonly isPopulated: boolean }

/** Of twenty requests, one updates a document, one creates one, and eighteen read one of a thousand documents and lists. */
export function mixedKind(number: number): Mixed {
  const place = number % 20
  if (place === 9) return { kind: 'update' }
  return place === 19 ? { kind: 'create' } : kindOfRead(readAt(number))
}

function readAt(number: number): number {
  return (Math.floor(number / 2) * STRIDE) % READS
}

function kindOfRead(index: number): Exclude<Mixed, { kind: 'create' | 'update' }> {
  if (index < DOCUMENTS) return { kind: 'read', document: index }
  const list = index - DOCUMENTS
  const views = MOST_VIEWS / 2 + Math.floor((list * (MOST_VIEWS / 2)) / (LISTS + POPULATED))
  return { kind: 'list', views, isPopulated: list % 4 === 3 }
}

const reads: readonly BenchRequest[] = Array.from({ length: READS }, (_, index) => {
  const read = kindOfRead(index)
  if (read.kind === 'read') return { method: 'GET', path: somePost(read.document) }
  return withMoreViews(read.views, read.isPopulated ? POPULATE : '')
})
const signedInReads = reads.map((read): BenchRequest => ({ ...read, isSignedIn: true }))

/** A site with editors, who send half of the reads and all updates. */
export const mixed: Scenario = {
  name: 'mixed',
  status: 200,
  request: (number) => {
    const { kind } = mixedKind(number)
    if (kind === 'update') return updateOf(number)
    if (kind === 'create')
      return { method: 'POST', path: '/api/collections/posts', body: postOf(SEEDED_POSTS + 1 + number), status: 201 }
    const read = readAt(number)
    const request = number % 2 === 0 ? reads[read] : signedInReads[read]
    if (!request) throw new Error(`there is no read ${read}`)
    return request
  },
  differing: ['id', 'createdAt', 'updatedAt'],
}

function updateOf(number: number): BenchRequest {
  const { title, views } = postOf(number + 1)
  const body = { title: `${title}, revised`, views }
  return { method: 'PATCH', path: somePost(number), body, isSignedIn: true }
}
