import { onEachDatabase } from '@quirecms/testkit'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PATIENCE, runs } from '../../setup/runs.ts'
import { type Content, type Editor, Model, type Outcome, type Seen } from './model.ts'
import { actors, setup } from './newsroom.ts'

const MOST_SNAPSHOTS = 5
const TITLES = ['alpha', 'bravo', 'delta']

type Step =
  | { readonly kind: 'create'; readonly owner: 'author' | 'other'; readonly content: Choice }
  | { readonly kind: 'update'; readonly article: number; readonly content: Choice }
  | { readonly kind: 'restore'; readonly article: number; readonly back: number; readonly asDraft: boolean }
  | {
      readonly kind: 'publish' | 'unpublish' | 'trash' | 'restoreDeleted' | 'deletePermanent'
      readonly article: number
    }
  | { readonly kind: 'deleteTopic'; readonly topic: number }
  | { readonly kind: 'lock' | 'releaseLock'; readonly article: number; readonly by: Editor; readonly takeover: boolean }
  | { readonly kind: 'schedule'; readonly article: number }
  | { readonly kind: 'cancelScheduled'; readonly article: number; readonly back: number }
  | { readonly kind: 'passTime' }

interface Choice {
  readonly title: string | null
  readonly lead: number | null
  readonly held: number | null
}

const number = fc.nat({ max: 11 })
const choice: fc.Arbitrary<Choice> = fc.record({
  title: fc.option(fc.constantFrom(...TITLES), { freq: 6 }),
  lead: fc.option(number),
  held: fc.option(number, { freq: 1 }),
})
const onArticle = (...kinds: Extract<Step, { readonly article: number; readonly content?: never }>['kind'][]) =>
  fc.record({ kind: fc.constantFrom(...kinds), article: number })
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('create'), owner: fc.constantFrom('author', 'other'), content: choice }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('update'), article: number, content: choice }) },
  { weight: 5, arbitrary: onArticle('publish') },
  { weight: 4, arbitrary: onArticle('unpublish', 'trash', 'restoreDeleted', 'deletePermanent') },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('restore'),
      article: number,
      back: fc.nat({ max: 4 }),
      asDraft: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deleteTopic'), topic: number }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('lock', 'releaseLock'),
      article: number,
      by: fc.constantFrom('editor', 'deputy'),
      takeover: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('schedule'), article: number }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('cancelScheduled'), article: number, back: fc.nat({ max: 2 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('passTime') }) },
) as fc.Arbitrary<Step>

const SECOND = 1_000
/** Until schedules are due, and between attempts. */
const UNTIL_DUE = 60 * SECOND
const PAUSES = [UNTIL_DUE, SECOND, 5 * SECOND]
const passed = { milliseconds: 0 }
const clock = () => new Date(Date.parse('2030-01-31T08:00:00Z') + passed.milliseconds)

onEachDatabase('articles behave like the model', { ...setup, clock }, (app) => {
  const local = () => app().app.local
  const as = (actor: keyof typeof actors) => local().as(actors[actor]).collections

  it('after any sequence of operations', { timeout: PATIENCE }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 22 }), async (steps) => {
        await app().clear()
        const run = new Run()
        await run.begin()
        for (const one of steps) {
          const { expected, happened } = await run.take(one)
          expect(happened).toBe(expected)
          await run.compare()
        }
      }),
      runs(8),
    )
  })

  class Run {
    readonly #model = new Model(MOST_SNAPSHOTS)
    readonly #articles: string[] = []
    readonly #topics: string[] = []

    async begin(): Promise<void> {
      for (const name of ['one', 'two', 'three']) {
        const { id } = await as('editor').topics.create({ name })
        await as('editor').topics.publish(id)
        this.#topics.push(id)
        this.#model.topics.add(id)
      }
    }

    async take(one: Step): Promise<{ expected: Outcome; happened: string }> {
      const { articles, topics } = as('editor')
      if (one.kind === 'create') {
        const content = this.#contentOf(one.content)
        const owner = actors[one.owner].id
        const { id } = await articles.create({ ...content, owner })
        this.#articles.push(id)
        this.#model.create(id, owner, content)
        return { expected: 'done', happened: 'done' }
      }
      if (one.kind === 'deleteTopic') {
        const topic = pick(this.#topics, one.topic)
        return { expected: this.#model.deleteTopic(topic), happened: await outcome(topics.delete(topic)) }
      }
      if (one.kind === 'passTime') {
        for (const pause of PAUSES) {
          passed.milliseconds += pause
          await app().app.runJobs()
        }
        this.#model.passTime(PAUSES.reduce((sum, pause) => sum + pause))
        return { expected: 'done', happened: 'done' }
      }
      const id = pick(this.#articles, one.article)
      if (one.kind === 'lock') {
        const expected = this.#model.lock(id, one.by, one.takeover)
        return { expected, happened: await outcome(as(one.by).articles.lock(id, { takeover: one.takeover })) }
      }
      if (one.kind === 'releaseLock') {
        const expected = this.#model.releaseLock(id, one.by)
        return { expected, happened: await outcome(as(one.by).articles.releaseLock(id)) }
      }
      if (one.kind === 'schedule') {
        const runAt = new Date(clock().getTime() + UNTIL_DUE)
        const expected = this.#model.schedule(id)
        return { expected, happened: await outcome(local().asSystem().collections.articles.schedule(id, { runAt })) }
      }
      if (one.kind === 'cancelScheduled') return this.#cancel(id, one.back)
      if (one.kind === 'update') {
        const content = this.#contentOf(one.content)
        return { expected: this.#model.update(id, content), happened: await outcome(articles.update(id, content)) }
      }
      if (one.kind === 'restore') {
        const kept = [...(this.#model.articles.get(id)?.snapshots.keys() ?? [])]
        const revision = kept.at(-1 - one.back) ?? 99
        const expected = this.#model.restore(id, revision, one.asDraft)
        return { expected, happened: await outcome(articles.restore(id, revision, { draft: one.asDraft })) }
      }
      const calls = {
        publish: () => articles.publish(id),
        unpublish: () => articles.unpublish(id),
        trash: () => articles.delete(id),
        restoreDeleted: () => articles.restoreDeleted(id),
        deletePermanent: () => articles.deletePermanent(id),
      }
      return { expected: this.#model[one.kind](id), happened: await outcome(calls[one.kind]()) }
    }

    async #cancel(id: string, back: number): Promise<{ expected: Outcome; happened: string }> {
      const articles = local().asSystem().collections.articles
      const index = (this.#model.articles.get(id)?.jobs.length ?? 0) - 1 - back
      const jobs = await articles.scheduled(id).catch(() => undefined)
      const job = jobs?.docs[back]?.id ?? NOTHING
      const expected = this.#model.cancelScheduled(id, index)
      return { expected, happened: await outcome(articles.cancelScheduled(id, job)) }
    }

    /** Every reader sees exactly what the model predicts, in lists, counts, filters and joins. */
    async compare(): Promise<void> {
      const model = this.#model
      const live = model.live()
      const anybody = local().collections.articles
      const all = { limit: 100, sort: 'id' } as const
      expect((await anybody.find(all)).docs.map(seen)).toEqual(live)
      expect((await as('author').articles.find(all)).docs.map(seen)).toEqual(live)
      expect((await as('editor').articles.find({ ...all, draft: false })).docs.map(seen)).toEqual(live)
      expect((await as('editor').articles.find(all)).docs.map(seen)).toEqual(model.working())
      const own = model.working(actors.author.id)
      expect((await as('author').articles.find({ ...all, draft: true })).docs.map(seen)).toEqual(own)
      for (const title of TITLES) {
        const where = { title: { equals: title } }
        const alike = (list: readonly Seen[]) => ({ count: list.filter((one) => one.title === title).length })
        expect(await anybody.count({ where })).toEqual(alike(live))
        expect(await as('editor').articles.count({ where })).toEqual(alike(model.working()))
      }
      for (const [id, article] of model.articles) {
        const { snapshots, isInTrash, jobs } = article
        if (isInTrash) continue
        const holder = model.holderOf(article)
        const { lock } = await as('editor').articles.readLock(id)
        expect(lock?.actor.id).toBe(holder ? actors[holder].id : undefined)
        const scheduled = await as('editor').articles.scheduled(id)
        expect(scheduled.docs.map(({ status }) => status)).toEqual(jobs.map(({ status }) => status).toReversed())
        const { docs } = await as('editor').articles.versions(id)
        const kept = [...snapshots].map(([revision, { status, content }]) => [revision, status, content.title])
        expect(docs.map(({ revision, _status, data }) => [revision, _status, data.title])).toEqual(kept.toReversed())
      }
    }

    #contentOf({ title, lead, held }: Choice): Content {
      const there = [...this.#model.topics]
      const topic = (chosen: number | null) => (chosen === null || there.length === 0 ? null : pick(there, chosen))
      return { title, lead: topic(lead), held: topic(held) }
    }
  }
})

function seen(doc: Seen): Seen {
  const { id, revision, _status, _publishedRevision, title, lead, held } = doc
  return { id, revision, _status, _publishedRevision, title, lead, held }
}

const NOTHING = '01890000-0000-7000-8000-0000000000ff'

function pick(list: readonly string[], chosen: number): string {
  return list[chosen % Math.max(1, list.length)] ?? NOTHING
}

async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'done'
  } catch (error) {
    return (error as { code: string }).code
  }
}
