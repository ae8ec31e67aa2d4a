import { readFileSync } from 'node:fs'
import { authorName, postOf } from '../content/post.ts'
import { numberOf } from '../content/seeded.ts'
import { freshViews } from '../scenarios/list.ts'
import { mixedKind } from '../scenarios/mixed.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { peers } from './index.ts'
import type { PeerApi, PeerId, PeerPost } from './peer.ts'

/** Workloads in their order: reads are checked against the seeded content, so they run before writes. */
export const WORKLOADS = ['read', 'list', 'populated', 'mixed', 'update', 'create'] as const

export type Workload = (typeof WORKLOADS)[number]

/** The server's ids of the seeded content, by number. */
export interface SeededIds {
  readonly authors: readonly PeerId[]
  readonly tags: readonly PeerId[]
  readonly posts: readonly PeerId[]
}

export interface CheckedScenario extends Scenario {
  check(number: number, answer: Readonly<Record<string, unknown>>): void
}

const STRIDE = 7919
/** Numbers of posts that the mixed workload creates: slugs are unique. */
const FIRST_OF_MIXED = 1_000_000

/**
 * Finds a scenario by its name, such as `peer Payload read /…/ids.json`: functions cannot be sent to the generator's
 * process.
 */
export function peerScenarioNamed(name: string): CheckedScenario {
  const [, peer = '', workload = '', ...file] = name.split(' ')
  const found = peers.find((one) => one.name === peer)
  if (!found) throw new Error(`there is no peer ${peer}`)
  const ids = JSON.parse(readFileSync(file.join(' '), 'utf8')) as SeededIds
  return { ...scenarioOf(found.api, workload as Workload, ids), name }
}

/** Returns a post with this server's ids of its author and tags. */
export function peerPost(number: number, { authors, tags }: Pick<SeededIds, 'authors' | 'tags'>): PeerPost {
  const post = postOf(number)
  const known = (ids: readonly PeerId[], id: string) => ids[numberOf(id) - 1] ?? ''
  return { ...post, author: known(authors, post.author), tags: post.tags.map((tag) => known(tags, tag)) }
}

function scenarioOf(api: PeerApi, workload: Workload, ids: SeededIds): CheckedScenario {
  const count = ids.posts.length
  const some = (number: number) => (number * STRIDE) % count
  const shared = { name: workload, status: 200, differing: [] as const }
  switch (workload) {
    case 'read':
      return {
        ...shared,
        cycle: count,
        request: (number) => api.readPost(ids.posts[some(number)] ?? ''),
        check: (number, answer) => expectPost(api.docIn(answer), some(number) + 1),
      }
    case 'list':
    case 'populated':
      return {
        ...shared,
        request: (number) => api.listPosts(freshViews(number), workload === 'populated'),
        check: (number, answer) => expectPage(api, answer, count, freshViews(number), workload === 'populated'),
      }
    case 'mixed':
      return mixedScenario(api, ids, some)
    case 'update':
      return {
        ...shared,
        cycle: count,
        request: (number) => api.updatePost(ids.posts[some(number)] ?? '', changeOf(number)),
        check: (number, answer) => expectMembers(api.docIn(answer), changeOf(number)),
      }
    case 'create':
      return {
        ...shared,
        status: api.created,
        request: (number) => api.createPost(peerPost(count + 1 + number, ids)),
        check: (number, answer) => expectPost(api.docIn(answer), count + 1 + number),
      }
  }
}

/** As in the contest `mixed`, but anonymous: not all peers have users. Reads are checked before anything is written. */
function mixedScenario(api: PeerApi, ids: SeededIds, some: (number: number) => number): CheckedScenario {
  const idAt = (number: number) => ids.posts[some(number)] ?? ''
  return {
    name: 'mixed',
    status: 200,
    differing: [],
    request: (number) => {
      const mixed = mixedKind(number)
      switch (mixed.kind) {
        case 'read':
          return api.readPost(idAt(mixed.document))
        case 'list':
          return api.listPosts(mixed.views, mixed.isPopulated)
        case 'update':
          return api.updatePost(idAt(number), changeOf(number))
        case 'create':
          return { ...api.createPost(peerPost(FIRST_OF_MIXED + number, ids)), status: api.created }
      }
    },
    check: (number, answer) => {
      const mixed = mixedKind(number)
      if (mixed.kind === 'read') expectPost(api.docIn(answer), some(mixed.document) + 1)
      else if (mixed.kind === 'list') expectPage(api, answer, ids.posts.length, mixed.views, mixed.isPopulated)
    },
  }
}

function changeOf(number: number) {
  const { title, views } = postOf(number + 1)
  return { title: `${title}, revised`, views }
}

function expectMembers(doc: Readonly<Record<string, unknown>>, expected: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(expected))
    if (doc[name] !== value) throw new Error(`"${name}" is ${JSON.stringify(doc[name])}, not ${JSON.stringify(value)}`)
}

function expectPost(doc: Readonly<Record<string, unknown>>, number: number): void {
  const { title, slug, body, status, views } = postOf(number)
  expectMembers(doc, { title, slug, body, status, views })
}

function expectPage(
  api: PeerApi,
  answer: Readonly<Record<string, unknown>>,
  count: number,
  views: number,
  isPopulated: boolean,
): void {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const wanted = numbers.filter((number) => postOf(number).views > views)
  const sorted = wanted.toSorted((one, other) => postOf(other).views - postOf(one).views).slice(0, 10)
  expectMembers({ total: api.totalIn(answer) }, { total: wanted.length })
  const docs = api.docsIn(answer)
  expectMembers({ docs: docs.length }, { docs: sorted.length })
  for (const [index, number] of sorted.entries()) {
    const doc = docs[index] ?? {}
    expectPost(doc, number)
    if (!isPopulated) continue
    const { author, tags } = postOf(number)
    expectMembers(
      { author: api.authorIn(doc), tags: api.tagsIn(doc).join() },
      { author: authorName(numberOf(author)), tags: tags.map((tag) => `Tag ${numberOf(tag)}`).join() },
    )
  }
}
