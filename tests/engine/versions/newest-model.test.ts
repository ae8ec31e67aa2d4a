import { onEachDatabase } from '@quirecms/testkit'
import fc from 'fast-check'
import { collection, defineConfig, f, type RuleArguments } from 'quirecms'
import { expect, it } from 'vitest'
import { runs } from '../../setup/runs.ts'

/** Result of a rule: yes, no, or documents with this value. */
type Said = boolean | 'a' | 'b'

const saying =
  (rule: string) =>
  ({ actor }: RuleArguments) => {
    const said = actor?.[rule] as Said | undefined
    return typeof said === 'string' ? { group: { equals: said } } : (said ?? true)
  }

const config = defineConfig({
  collections: {
    papers: collection({
      versions: { drafts: true, max: 2 },
      trash: true,
      fields: { group: f.text({ index: true }), rank: f.number({ index: true }), note: f.text() },
      access: { read: saying('reads'), readDrafts: saying('readsDrafts') },
    }),
  },
})

const group = fc.constantFrom('a', 'b', null)
const content = fc.record({ group, rank: fc.constantFrom(1, 2, 3, null), note: fc.constantFrom('x', 'y') })
const paper = fc
  .record({ live: fc.option(content), working: fc.option(content) })
  .filter(({ live, working }) => !!live || !!working)
const said = fc.constantFrom<Said[]>(true, false, 'a', 'b')
const question = fc.record({
  reads: fc.constantFrom<Said[]>(true, 'a', 'b'),
  readsDrafts: said,
  where: fc.constantFrom<object[]>(
    {},
    { rank: { greater_than: 1 } },
    { note: { equals: 'x' } },
    { not: { group: { equals: 'a' } } },
    { _status: { equals: 'draft' } },
    { or: [{ rank: { equals: null } }, { _publishedRevision: { equals: null } }] },
  ),
  sort: fc.constantFrom(['rank'], ['-rank'], ['note', '-rank'], ['group'], ['-createdAt'], ['-updatedAt']),
  limit: fc.constantFrom(1, 2, 3, 10),
})

interface Content {
  readonly group: string | null
  readonly rank: number | null
  readonly note: string
}
type Doc = Content & Readonly<Record<string, unknown>> & { readonly id: string }

const allows = (rule: Said, { group: of }: Content) => (typeof rule === 'string' ? of === rule : rule)

/**
 * With random documents and rules: the working copy of each document if both rules allow it, otherwise the live one.
 */
onEachDatabase('draft=newest matches the model', { config }, (app) => {
  const system = () => app().app.local.asSystem().collections.papers

  it('in lists, pages, counts, values and reads', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(paper, { maxLength: 7 }),
        fc.array(question, { minLength: 3, maxLength: 5 }),
        async (papers, questions) => {
          for await (const { id } of system().each({})) {
            await system().delete(id)
            await system().deletePermanent(id)
          }
          for (const { live, working } of papers) {
            const { id } = await system().create(live ?? working ?? {})
            if (live) await system().publish(id)
            if (live && working) await system().update(id, working)
          }
          const works = (await system().find({ draft: true, limit: 100 })).docs as unknown as Doc[]
          const lives = (await system().find({ draft: false, limit: 100 })).docs as unknown as Doc[]
          for (const { reads, readsDrafts, where, sort, limit } of questions) {
            const chosen = works.flatMap((work) => {
              if (allows(reads, work) && allows(readsDrafts, work)) return [work]
              const live = lives.find(({ id }) => id === work.id)
              return live && allows(reads, live) ? [live] : []
            })
            // Filter and order are evaluated as if the other copies did not exist.
            const matching = async (draft: boolean) =>
              new Map(
                (await system().find({ draft, where, limit: 100 })).docs.map(({ id, revision }) => [id, revision]),
              )
            const [ofWorks, ofLives] = [await matching(true), await matching(false)]
            const expected = chosen.filter(
              (doc) => (works.includes(doc) ? ofWorks : ofLives).get(doc.id) === doc['revision'],
            )
            const actor = { id: 'x', collection: 'users', reads, readsDrafts }
            const { papers: api } = app().app.local.as(actor).collections
            const newest = { draft: 'newest', where } as const
            const all = (await api.find({ ...newest, sort: sort as never, limit: 100 })).docs as unknown as Doc[]
            expect(new Set(all.map((doc) => JSON.stringify(doc)))).toEqual(
              new Set(expected.map((doc) => JSON.stringify(doc))),
            )
            expect(all.map(({ id }) => id)).toEqual(inOrder(expected, sort).map(({ id }) => id))
            expect(await api.count(newest)).toEqual({ count: expected.length })
            const paged: unknown[] = []
            for (let page = 1; page <= Math.ceil(expected.length / limit); page += 1) {
              const { docs, pagination } = await api.find({ ...newest, sort: sort as never, limit, page })
              expect(pagination.totalDocs).toBe(expected.length)
              paged.push(...docs)
            }
            expect(paged).toEqual(all)
            const { values } = await api.distinct({ ...newest, field: 'group' })
            const counted = Map.groupBy(expected, (doc) => doc.group)
            expect(new Map(values.map(({ value, count }) => [value, count]))).toEqual(
              new Map([...counted].map(([value, docs]) => [value, docs.length])),
            )
            for (const { id } of works) {
              const found = await api.findOne(id, { draft: 'newest' }).catch(() => null)
              expect(found).toEqual(chosen.find((doc) => doc.id === id) ?? null)
            }
          }
        },
      ),
      runs(5),
    )
  })
})

/** Null sorts first; ties by id, in the direction of the last key. */
function inOrder(docs: readonly Doc[], sort: readonly string[]): Doc[] {
  const keys = sort.map((key) => ({ name: key.replace('-', ''), sign: key.startsWith('-') ? -1 : 1 }))
  const all = [...keys, { name: 'id', sign: keys.at(-1)?.sign ?? 1 }]
  return docs.toSorted((one, other) => {
    for (const { name, sign } of all) {
      const order = compare(one[name], other[name]) * sign
      if (order !== 0) return order
    }
    return 0
  })
}

function compare(one: unknown, other: unknown): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? -1 : 1
  return (one as string | number) < (other as string | number) ? -1 : 1
}
