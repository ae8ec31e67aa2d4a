import type { Random } from '../random.ts'
import type { Tally } from '../tally.ts'
import { type Answer, Broken, type CallOptions, Hangs, type HttpClient } from '../world/http.ts'
import type { Ledger, Post, PostState } from './ledger.ts'
import { formWithFile } from './form-with-file.ts'

const POSTS = '/api/collections/posts'
/** Most posts of a writer, so that checking all of them is quick. */
const MOST_POSTS = 40

export interface WriterOptions {
  /** Each call goes to one of them. */
  readonly clients: readonly HttpClient[]
  readonly ledger: Ledger
  readonly tally: Tally
  readonly random: Random
  readonly headers: Readonly<Record<string, string>>
  /** Unique, so that no other writer changes its documents. */
  readonly name: string
  /** Whether 503 is acceptable, as without a database. */
  readonly mayBeUnavailable?: boolean
  /** The clock of the service. */
  readonly now?: () => number
}

interface DocumentAnswer {
  readonly doc: { readonly id: string; readonly revision: number; readonly title: string; readonly objectKey: string }
}

interface BulkResult {
  readonly id: string
  readonly ok: boolean
  readonly error?: { readonly message: string }
}

/** The only error with an unknown outcome. */
const isInDoubt = (text: string) => text.includes('may or may not have been made')

/** Changes its own documents in all ways, one call after another, and records acknowledgements. */
export class Writer {
  readonly #options: WriterOptions
  readonly #own: Post[] = []
  #number = 0
  /** Set when a connection breaks: the instance may be gone. */
  isCutOff = false
  /** Reasons of broken connections. */
  readonly brokenBy: string[] = []

  constructor(options: WriterOptions) {
    this.#options = options
  }

  async step(): Promise<void> {
    const { random } = this.#options
    const free = this.#own.filter(({ perhaps, planned }) => perhaps === undefined && !planned)
    const there = free.filter(({ state }) => state.place === 'there')
    const trashed = free.filter(({ state }) => state.place === 'trash')
    if (there.length < 3 || (random.chance(0.15) && this.#own.length < MOST_POSTS)) return void (await this.#create())
    const die = random.next()
    if (die < 0.1) return this.#upload()
    if (die < 0.2) return this.#bulk(there)
    if (die < 0.24) return this.#plan()
    if (die < 0.28) return this.#queue()
    if (die < 0.34 && trashed.length > 0) return this.#outOfTrash(random.pick(trashed))
    return this.#change(random.pick(there))
  }

  #title(): string {
    this.#number += 1
    return `${this.#options.name} ${this.#number}`
  }

  async #create(planned = false): Promise<Post | undefined> {
    const { ledger } = this.#options
    const title = this.#title()
    const slug = title.replaceAll(' ', '-')
    const answer = await this.#call('create', 'POST', POSTS, { body: { title, slug } })
    if (answer === 'unknown') ledger.unanswered.add(slug)
    if (answer === 'unknown' || answer.status !== 201) return undefined
    const { doc } = answer.body as DocumentAnswer
    const state: PostState = { revision: doc.revision, title, live: null, place: 'there' }
    const post = ledger.add({ id: doc.id, state, planned })
    this.#own.push(post)
    return post
  }

  /** A job that puts up a shelf. */
  async #queue(): Promise<void> {
    const name = `shelf of ${this.#title()}`
    const answer = await this.#call('queue a job', 'POST', '/api/jobs/shelve', { body: { input: { name } } })
    if (answer !== 'unknown' && answer.status === 201) this.#options.ledger.shelves.add(name)
  }

  async #change(post: Post): Promise<void> {
    const { random } = this.#options
    const { state, id } = post
    const one = `${POSTS}/${id}`
    const next = (change: Partial<PostState>): PostState => ({ ...state, ...change, revision: state.revision + 1 })
    const ifMatch = { 'if-match': `"${state.revision}"` }
    const die = random.next()
    if (die < 0.45) {
      const title = this.#title()
      return this.#apply('update with If-Match', post, next({ title }), 'PATCH', one, {
        body: { title },
        headers: ifMatch,
      })
    }
    if (die < 0.65 && state.live !== state.title)
      return this.#apply('publish', post, next({ live: state.title }), 'POST', `${one}/publish`, { headers: ifMatch })
    if (die < 0.72 && state.live !== null)
      return this.#apply('unpublish', post, next({ live: null }), 'POST', `${one}/unpublish`, { headers: ifMatch })
    if (die < 0.85) {
      const [revision, title] = random.pick([...post.titles])
      return this.#apply('restore', post, next({ title }), 'POST', `${one}/restore/${revision}?draft=true`, {
        headers: ifMatch,
      })
    }
    return this.#apply('trash', post, next({ place: 'trash' }), 'DELETE', one, { headers: ifMatch })
  }

  #outOfTrash(post: Post): Promise<void> {
    const { state, id } = post
    const one = `${POSTS}/${id}`
    const revision = state.revision + 1
    return this.#options.random.chance(0.5)
      ? this.#apply(
          'restore from the trash',
          post,
          { ...state, place: 'there', revision },
          'POST',
          `${one}/restore-deleted`,
        )
      : this.#apply('delete for good', post, { ...state, place: 'gone' }, 'DELETE', `${one}/permanent`)
  }

  async #apply(
    what: string,
    post: Post,
    state: PostState,
    method: string,
    path: string,
    options?: CallOptions,
  ): Promise<void> {
    const { ledger, tally } = this.#options
    const answer = await this.#call(what, method, path, options)
    if (answer === 'unknown') return ledger.doubt(post, state)
    if (answer.status >= 300) return void ledger.touched.add(post.id)
    const { doc } = answer.body as Partial<DocumentAnswer>
    if (doc)
      tally.expect(
        doc.revision === state.revision,
        `${what} of ${post.id} made revision ${doc.revision} of ${post.state.revision}`,
      )
    ledger.acknowledge(post, state)
  }

  async #bulk(there: readonly Post[]): Promise<void> {
    const { ledger, tally, random } = this.#options
    const chosen = there.filter(() => random.chance(0.6)).slice(0, 8)
    if (chosen.length === 0) return
    const title = this.#title()
    const body = { action: 'update', ids: chosen.map(({ id }) => id), data: { title } }
    const answer = await this.#call('bulk', 'POST', `${POSTS}/bulk`, { body })
    const results =
      answer === 'unknown' || answer.status >= 300 ? [] : (answer.body as { results: BulkResult[] }).results
    for (const post of chosen) {
      const state: PostState = { ...post.state, title, revision: post.state.revision + 1 }
      const result = results.find(({ id }) => id === post.id)
      // If the database fails during the call, earlier changes stay.
      const isOpen = answer === 'unknown' || answer.status === 503 || isInDoubt(result?.error?.message ?? '')
      if (isOpen) ledger.doubt(post, state)
      else if (result?.ok) ledger.acknowledge(post, state)
      else tally.expect(this.#options.mayBeUnavailable === true, `bulk failed: ${answer.text.slice(0, 300)}`)
    }
  }

  async #upload(): Promise<void> {
    const { ledger, random } = this.#options
    const content = Buffer.from(`${this.#title()} `.repeat(1 + random.below(random.chance(0.1) ? 20_000 : 200)))
    const { body, type } = formWithFile('words.txt', content)
    const answer = await this.#call('upload', 'POST', '/api/collections/media', {
      body,
      headers: { 'content-type': type },
    })
    if (answer === 'unknown' || answer.status !== 201) return
    const { doc } = answer.body as DocumentAnswer
    ledger.files.set(doc.id, { id: doc.id, objectKey: doc.objectKey, content })
  }

  /** A document that any instance publishes a little later. */
  async #plan(): Promise<void> {
    const post = await this.#create(true)
    if (!post) return
    const { random, now = Date.now, mayBeUnavailable = false } = this.#options
    // A time that has passed before a slow database stores it is refused.
    const soonest = mayBeUnavailable ? 20_000 : 1_500
    const runAt = new Date(now() + soonest + random.below(3000)).toISOString()
    const answer = await this.#call('schedule', 'POST', `${POSTS}/${post.id}/schedule`, { body: { runAt } })
    if (answer === 'unknown' || answer.status !== 201) {
      // The outcome of the publication is unknown, so the document is no longer checked.
      this.#options.ledger.posts.delete(post.id)
    }
  }

  /** The response, or none. Unexpected statuses are findings. */
  async #call(what: string, method: string, path: string, options: CallOptions = {}): Promise<Answer | 'unknown'> {
    const { clients, tally, random, headers, mayBeUnavailable = false } = this.#options
    try {
      const answer = await random
        .pick(clients)
        .call(method, path, { ...options, headers: { ...headers, ...options.headers } })
      const isRefused = answer.status === 503 && mayBeUnavailable
      tally.add(answer.status < 300 ? what : isRefused ? 'answered 503' : 'refused')
      if (answer.status >= 300 && !isRefused)
        tally.fail(`${what}: ${method} ${path} was answered with ${answer.status} ${answer.text.slice(0, 300)}`)
      return answer.status === 503 && isInDoubt(answer.text) ? 'unknown' : answer
    } catch (error) {
      if (error instanceof Hangs) tally.fail(error.message)
      else if (!(error instanceof Broken)) throw error
      this.isCutOff = true
      this.brokenBy.push(error instanceof Broken ? error.code : 'no answer')
      tally.add('not answered')
      return 'unknown'
    }
  }
}
