/** Content that the tests write. */
export interface Content {
  readonly title: string | null
  readonly lead: string | null
  readonly held: string | null
}

interface Snapshot {
  readonly status: 'draft' | 'published'
  readonly content: Content
}

interface Job {
  status: 'pending' | 'completed' | 'failed' | 'cancelled'
}

interface Article {
  readonly owner: string
  revision: number
  content: Content
  isDraft: boolean
  live: { readonly revision: number; readonly content: Content } | null
  isInTrash: boolean
  readonly snapshots: Map<number, Snapshot>
  /** Revisions that were the newest one when something was scheduled. */
  readonly scheduled: Set<number>
  lock: { readonly holder: Editor; readonly until: number } | null
  readonly jobs: Job[]
}

/** The editor makes changes; locks of the deputy prevent them. */
export type Editor = 'editor' | 'deputy'

export type Outcome =
  | 'done'
  | 'invalid_state'
  | 'locked'
  | 'not_found'
  | 'not_lock_holder'
  | 'referenced'
  | 'validation'

const LOCK_LASTS = 5 * 60_000

/** An article as a caller sees it. */
export interface Seen extends Content {
  readonly id: string
  readonly revision: number
  readonly _status: 'draft' | 'published'
  readonly _publishedRevision: number | null
}

/** A model of articles in plain code: the specification, written a second time. */
export class Model {
  readonly articles = new Map<string, Article>()
  readonly topics = new Set<string>()
  readonly #max: number
  #now = 0

  constructor(max: number) {
    this.#max = max
  }

  create(id: string, owner: string, content: Content): void {
    const article: Article = {
      owner,
      revision: 0,
      content,
      isDraft: true,
      live: null,
      isInTrash: false,
      snapshots: new Map(),
      scheduled: new Set(),
      lock: null,
      jobs: [],
    }
    this.articles.set(id, article)
    this.#store(article)
  }

  update(id: string, change: Partial<Content>): Outcome {
    const article = this.#outOfTrash(id)
    if (!article) return 'not_found'
    if (this.#isLocked(article)) return 'locked'
    this.#write(article, { ...article.content, ...change })
    return 'done'
  }

  publish(id: string): Outcome {
    const article = this.#outOfTrash(id)
    if (!article) return 'not_found'
    if (this.#isLocked(article)) return 'locked'
    if (!article.isDraft) return 'invalid_state'
    if (article.content.title === null) return 'validation'
    this.#writeLive(article, article.content)
    return 'done'
  }

  unpublish(id: string): Outcome {
    const article = this.#outOfTrash(id)
    if (!article) return 'not_found'
    if (this.#isLocked(article)) return 'locked'
    if (!article.live) return 'invalid_state'
    article.live = null
    article.isDraft = true
    this.#store(article)
    return 'done'
  }

  restore(id: string, revision: number, asDraft: boolean): Outcome {
    const article = this.#outOfTrash(id)
    if (!article) return 'not_found'
    if (this.#isLocked(article)) return 'locked'
    const snapshot = article.snapshots.get(revision)
    if (!snapshot) return 'not_found'
    const { title, lead, held } = snapshot.content
    // Deleted targets are omitted where the relationship affects deletions.
    const there = (topic: string | null) => (topic !== null && this.topics.has(topic) ? topic : null)
    const content = { title, lead: there(lead), held: there(held) }
    if (asDraft) this.#write(article, content)
    else if (title === null) return 'validation'
    else this.#writeLive(article, content)
    return 'done'
  }

  trash(id: string): Outcome {
    const article = this.#outOfTrash(id)
    if (!article) return 'not_found'
    if (this.#isLocked(article)) return 'locked'
    article.isInTrash = true
    article.lock = null
    for (const job of article.jobs) if (job.status === 'pending') job.status = 'cancelled'
    this.#store(article)
    return 'done'
  }

  restoreDeleted(id: string): Outcome {
    const article = this.articles.get(id)
    if (!article?.isInTrash) return 'not_found'
    if (this.#isLocked(article)) return 'locked'
    article.isInTrash = false
    this.#store(article)
    return 'done'
  }

  deletePermanent(id: string): Outcome {
    const article = this.articles.get(id)
    if (!article?.isInTrash) return 'not_found'
    if (this.#isLocked(article)) return 'locked'
    this.articles.delete(id)
    return 'done'
  }

  deleteTopic(topic: string): Outcome {
    if (!this.topics.has(topic)) return 'not_found'
    const all = [...this.articles.values()]
    if (all.some(({ content, live }) => content.held === topic || live?.content.held === topic)) return 'referenced'
    const pointing = all.filter(({ content, live }) => content.lead === topic || live?.content.lead === topic)
    if (pointing.some((article) => this.#isLocked(article))) return 'locked'
    this.topics.delete(topic)
    for (const article of all) this.#clear(article, topic)
    return 'done'
  }

  lock(id: string, holder: Editor, takeover: boolean): Outcome {
    const article = this.#outOfTrash(id)
    if (!article) return 'not_found'
    const held = this.holderOf(article)
    if (held && held !== holder && !takeover) return 'locked'
    article.lock = { holder, until: this.#now + LOCK_LASTS }
    return 'done'
  }

  releaseLock(id: string, holder: Editor): Outcome {
    const article = this.#outOfTrash(id)
    if (!article) return 'not_found'
    const held = this.holderOf(article)
    if (held && held !== holder) return 'not_lock_holder'
    article.lock = null
    return 'done'
  }

  holderOf({ lock }: Article): Editor | null {
    return lock && lock.until > this.#now ? lock.holder : null
  }

  /** By the system, which ignores locks. */
  schedule(id: string): Outcome {
    const article = this.#outOfTrash(id)
    if (!article) return 'not_found'
    if (!article.isDraft) return 'invalid_state'
    article.jobs.push({ status: 'pending' })
    article.scheduled.add(article.revision)
    return 'done'
  }

  cancelScheduled(id: string, index: number): Outcome {
    const job = this.#outOfTrash(id)?.jobs[index]
    if (!job) return 'not_found'
    if (job.status !== 'pending') return 'invalid_state'
    job.status = 'cancelled'
    return 'done'
  }

  /** Time passes for all schedules and their retries. */
  passTime(milliseconds: number): void {
    this.#now += milliseconds
    for (const article of this.articles.values())
      for (const job of article.jobs) if (job.status === 'pending') job.status = this.#publishWhenDue(article)
  }

  /** Public content. */
  live(): Seen[] {
    return this.#seen(
      ({ isInTrash, live }) => !isInTrash && live !== null,
      ({ live }) => ({
        ...(live?.content ?? { title: null, lead: null, held: null }),
        revision: live?.revision ?? 0,
        _status: 'published',
        _publishedRevision: live?.revision ?? null,
      }),
    )
  }

  /** The newest content of all articles, or of those with this owner. */
  working(owner?: string): Seen[] {
    return this.#seen(
      (article) => !article.isInTrash && (owner === undefined || article.owner === owner),
      ({ content, revision, isDraft, live }) => ({
        ...content,
        revision,
        _status: isDraft ? 'draft' : 'published',
        _publishedRevision: live?.revision ?? null,
      }),
    )
  }

  #seen(isSeen: (article: Article) => boolean, show: (article: Article) => Omit<Seen, 'id'>): Seen[] {
    const shown = [...this.articles].filter(([, article]) => isSeen(article))
    return shown
      .map(([id, article]) => ({ id, ...show(article) }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  }

  /** First the live copy, then the working copy if it differs. */
  #clear(article: Article, topic: string): void {
    const { content, isDraft, live } = article
    if (live?.content.lead === topic) {
      this.#writeLive(article, { ...live.content, lead: null })
      if (isDraft) this.#write(article, content.lead === topic ? { ...content, lead: null } : content)
    } else if (content.lead === topic) this.#write(article, { ...content, lead: null })
  }

  /** Locks don't prevent it, and publishing a live document is no failure. */
  #publishWhenDue(article: Article): 'completed' | 'failed' {
    if (!article.isDraft) return 'completed'
    if (article.content.title === null) return 'failed'
    this.#writeLive(article, article.content)
    return 'completed'
  }

  /** For the editor, who makes all changes. */
  #isLocked(article: Article): boolean {
    return this.holderOf(article) === 'deputy'
  }

  #outOfTrash(id: string): Article | undefined {
    const article = this.articles.get(id)
    return article?.isInTrash ? undefined : article
  }

  #write(article: Article, content: Content): void {
    article.content = content
    article.isDraft = true
    this.#store(article)
  }

  #writeLive(article: Article, content: Content): void {
    article.content = content
    article.isDraft = false
    article.live = { revision: article.revision + 1, content }
    this.#store(article)
  }

  #store(article: Article): void {
    const { snapshots, scheduled } = article
    article.revision += 1
    snapshots.set(article.revision, { status: article.isDraft ? 'draft' : 'published', content: article.content })
    const newest = [...snapshots.keys()].toSorted((one, other) => other - one)
    for (const old of newest.slice(this.#max))
      if (!scheduled.has(old) && snapshots.get(old)?.status !== 'published') snapshots.delete(old)
  }
}
