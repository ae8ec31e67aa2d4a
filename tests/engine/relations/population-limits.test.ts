import { onEachDatabase, scenarios } from '@quirecms/testkit'
import { describe, expect, it } from 'vitest'
import { actors, newsroom } from './newsroom.ts'
import { waysIn } from '../api/ways-in.ts'

const setup = { config: newsroom, actors }
const LIST = 'GET /api/collections/articles'
const READ = 'GET /api/collections/articles/{article}'

const refused = (name: string, query: string, ...issues: readonly [code: string, path: string][]) => ({
  name,
  call: `${LIST}?${query}`,
  answers: {
    status: 400,
    code: 'invalid_query',
    issues: issues.map(([code, path]) => ({ code: code as 'type', path })),
  },
})

scenarios('refused populations', { ...setup, matrix: 'validation' }, [
  refused('an unknown path', 'populate={"nope":true}', ['unknown_field', 'populate.nope']),
  refused('a field that is no relationship', 'populate={"title":true}', ['unknown_field', 'populate.title']),
  refused('a group', 'populate={"meta":true}', ['unknown_field', 'populate.meta']),
  refused('a block without its field', 'populate={"parts.quote":true}', ['unknown_field', 'populate.parts.quote']),
  refused('a field without its block', 'populate={"parts.by":true}', ['unknown_field', 'populate.parts.by']),
  refused('a path on through a relationship', 'populate={"author.mentor":true}', [
    'unknown_field',
    'populate.author.mentor',
  ]),
  refused('names of objects', 'populate={"constructor":true}', ['unknown_field', 'populate.constructor']),
  refused('an unknown option', 'populate={"author":{"selct":{}}}', ['unknown_field', 'populate.author.selct']),
  refused('false', 'populate={"author":false}', ['type', 'populate.author']),
  { ...refused('a list', 'populate=["author"]', ['type', 'populate']), only: 'local' as const },
  { ...refused('a text', 'populate="author"', ['type', 'populate']), only: 'local' as const },
  refused('a wrong selection', 'populate={"author":{"select":{"nope":true}}}', [
    'unknown_field',
    'populate.author.select.nope',
  ]),
  refused('a selection of true and false', 'populate={"author":{"select":{"name":true,"bio":false}}}', [
    'type',
    'populate.author.select',
  ]),
  refused('true for one collection, false for another', 'populate={"about":{"select":{"bio":true,"motto":false}}}', [
    'type',
    'populate.about.select',
  ]),
  refused('a field that no collection has', 'populate={"about":{"select":{"name":true,"nope":true}}}', [
    'unknown_field',
    'populate.about.select.nope',
  ]),
  refused('a relationship that no collection has', 'populate={"about":{"populate":{"nope":true}}}', [
    'unknown_field',
    'populate.about.populate.nope',
  ]),
  refused('a hidden relationship', 'populate={"author":{"populate":{"keeper":true}}}', [
    'unknown_field',
    'populate.author.populate.keeper',
  ]),
  refused('a hidden field', 'populate={"author":{"select":{"pin":true}}}', [
    'unknown_field',
    'populate.author.select.pin',
  ]),
  refused(
    'several at once',
    'populate={"nope":true,"title":1,"author":3}',
    ['unknown_field', 'populate.nope'],
    ['unknown_field', 'populate.title'],
    ['type', 'populate.author'],
  ),
  refused('six levels', `populate=${JSON.stringify(levels(6))}`, [
    'max',
    'populate.author.populate.mentor.populate.mentor.populate.mentor.populate.mentor.populate',
  ]),
  refused('depth 6', 'depth=6', ['type', 'depth']),
  refused('depth -1', 'depth=-1', ['type', 'depth']),
  refused('depth 1.5', 'depth=1.5', ['type', 'depth']),
  { ...refused('depth as text', 'depth=deep', ['type', 'depth']), only: 'http' as const },
  { ...refused('no depth', 'depth=', ['type', 'depth']), only: 'http' as const },
  refused('depth 0 beside populate', 'depth=0&populate={}', ['custom', 'depth']),
  { ...refused('count refuses what list refuses', '', ['type', 'depth']), call: `${LIST}/count?depth=6` },
])

/** `{ author: { populate: { mentor: { populate: … } } } }`, this many levels deep. */
function levels(depth: number, name = 'author'): Record<string, unknown> {
  return { [name]: depth > 1 ? { populate: levels(depth - 1, 'mentor') } : true }
}

const chain = {
  p5: ['people', { name: 'P5' }],
  p4: ['people', { name: 'P4', mentor: '{p5}' }],
  p3: ['people', { name: 'P3', mentor: '{p4}' }],
  p2: ['people', { name: 'P2', mentor: '{p3}' }],
  p1: ['people', { name: 'P1', mentor: '{p2}' }],
  article: ['articles', { title: 'T', author: '{p1}' }],
} as const

scenarios(
  'levels of population',
  setup,
  [1, 2, 3, 4, 5].flatMap((depth) => {
    const doc = Array.from({ length: depth }, (_, index) => `P${depth - index}`).reduce<unknown>(
      (inner, name) => ({ name, mentor: inner }),
      depth === 5 ? null : `{p${depth + 1}}`,
    )
    const answers = { status: 200, doc: { author: doc } }
    return [
      { name: `depth ${depth}`, given: chain, call: `${READ}?depth=${depth}`, answers },
      {
        name: `populate, ${depth} levels`,
        given: chain,
        call: `${READ}?populate=${JSON.stringify(levels(depth))}`,
        answers,
      },
    ]
  }),
)

onEachDatabase('cycles and limits of population', setup, (app, dialect) => {
  const system = () => app().app.local.asSystem()

  it('a cycle ends at the depth', async () => {
    const { people } = system().collections
    const one = await people.create({ name: 'One' })
    const two = await people.create({ name: 'Two', mentor: one.id })
    await people.update(one.id, { mentor: two.id, friends: [one.id] })
    const read = async (depth: number): Promise<unknown> => {
      const { text } = await app().request('GET', `/api/collections/people/${one.id}?depth=${depth}`)
      return (JSON.parse(text) as { doc: unknown }).doc
    }
    expect(await read(2)).toMatchObject({
      mentor: { id: two.id, mentor: { id: one.id, mentor: two.id } },
      friends: [{ friends: [{ friends: [one.id] }] }],
    })
    expect(await read(5)).toMatchObject({
      mentor: { mentor: { mentor: { mentor: { mentor: { id: two.id, mentor: one.id } } } } },
    })
  })

  describe.each(waysIn(dialect))('%s', (channel, call) => {
    const most = channel === 'local API' ? 10_000 : 1_000
    it(`a response contains at most ${most} populated documents, each path counted; the rest stay ids`, async () => {
      const { people } = system().collections
      const ids: string[] = []
      for (let index = 0; index < 20; index += 1) ids.push((await people.create({ name: `P${index}` })).id)
      for (const id of ids) await people.update(id, { friends: ids })
      const select = JSON.stringify({ friends: true, name: true })
      const answer = await call(app(), { call: `GET /api/collections/people?limit=20&depth=5&select=${select}` })
      expect(answer.status).toBe(200)
      // 20 × 20 fit, in process also 20 × 20 × 20; of the next level, a part.
      expect(countDocuments(answer.docs) - 20).toBe(most)
      expect(answer.text.length).toBeLessThan(20_000_000)
    })
  })
})

function countDocuments(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + countDocuments(one), 0)
  if (typeof value !== 'object' || value === null) return 0
  return ('name' in value ? 1 : 0) + Object.values(value).reduce((sum: number, one) => sum + countDocuments(one), 0)
}
