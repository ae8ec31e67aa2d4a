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

const reads: readonly BenchRequest[] = Array.from({ length: READS }, (_, index) => {
  if (index < DOCUMENTS) return { method: 'GET', path: somePost(index) }
  const list = index - DOCUMENTS
  const views = MOST_VIEWS / 2 + Math.floor((list * (MOST_VIEWS / 2)) / (LISTS + POPULATED))
  return list % 4 === 3 ? withMoreViews(views, POPULATE) : withMoreViews(views)
})
const signedInReads = reads.map((read): BenchRequest => ({ ...read, isSignedIn: true }))

/**
 * A site with editors: of twenty requests, eighteen read one of a thousand documents and lists, half of them signed in,
 * one updates a document, and one creates one.
 */
export const mixed: Scenario = {
  name: 'mixed',
  status: 200,
  request: (number) => {
    const place = number % 20
    if (place === 9) return updateOf(number)
    if (place === 19)
      return { method: 'POST', path: '/api/collections/posts', body: postOf(SEEDED_POSTS + 1 + number), status: 201 }
    const read = (Math.floor(number / 2) * STRIDE) % READS
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
