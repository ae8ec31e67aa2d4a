import { onEachDatabase } from '@quirecms/testkit'
import { describe, expect, it } from 'vitest'
import { actors, ann, staff } from './staff.ts'
import { waysIn } from './ways-in.ts'

/** Each path that strangers may not read, beside an unknown path of the same length. */
const closed: readonly (readonly [path: string, unknown: string, value: unknown])[] = [
  ['salary', 'zalary', 4711],
  ['nick', 'zick', 'Annie'],
  ['diary', 'ziary', 'Dear diary'],
  ['open.closed', 'open.zlosed', 'hush'],
  ['closed.text', 'zlosed.text', 'hush'],
  ['closed.list', 'zlosed.list', null],
  ['closed.list.x', 'zlosed.list.x', 'hush'],
  ['rows.closed', 'rows.zlosed', 'hush 1'],
  ['closedRows', 'zlosedRows', null],
  ['closedRows.x', 'zlosedRows.x', 'hush'],
  ['closedRows.id', 'zlosedRows.id', 'x'],
  ['blocks.card.closed', 'blocks.card.zlosed', 'hush'],
  ['extra', 'zxtra', 'x'],
  ['extra.hush', 'zxtra.hush', true],
  ['computed', 'zomputed', 'x'],
]

onEachDatabase(
  'an unreadable path gets the same response as an unknown one',
  { config: staff, actors },
  (app, dialect) => {
    describe.each(waysIn(dialect))('%s', (_channel, call) => {
      async function compare(as: string | undefined, stated: (path: string) => string, path: string, unknown: string) {
        await app().local.asSystem().collection('people').create(ann[1])
        const [refused, reference] = [
          await call(app(), { call: stated(path), as }),
          await call(app(), { call: stated(unknown), as }),
        ]
        expect(refused).toMatchObject({ status: 400, code: 'invalid_query' })
        const asUnknown = refused.text.replaceAll(path, unknown)
        expect(withoutRequestId(asUnknown)).toEqual(withoutRequestId(reference.text))
      }

      it.each(closed)('where %s', async (path, unknown, value) => {
        for (const operator of ['equals', 'not_equals', 'nonsense']) {
          const where = (name: string) => JSON.stringify({ [name]: { [operator]: value } })
          await compare(undefined, (name) => `GET /api/collections/people?where=${where(name)}`, path, unknown)
          await compare('bob', (name) => `GET /api/collections/people/count?where=${where(name)}`, path, unknown)
        }
      })

      it.each(closed)('where %s, inside or, not and and', async (path, unknown, value) => {
        const where = (name: string) =>
          JSON.stringify({ or: [{ name: { equals: 'Ann' } }, { not: { and: [{ [name]: { equals: value } }] } }] })
        await compare(undefined, (name) => `GET /api/collections/people?where=${where(name)}`, path, unknown)
      })

      it.each(closed)('sort %s', async (path, unknown) => {
        await compare(undefined, (name) => `GET /api/collections/people?sort=${name}`, path, unknown)
        await compare('bob', (name) => `GET /api/collections/people?sort=name&sort=-${name}`, path, unknown)
      })

      it('readers who may read a path may use it', async () => {
        await app().local.asSystem().collection('people').create(ann[1])
        for (const where of [
          { salary: { equals: 4711 } },
          { 'rows.closed': { equals: 'hush 2' } },
          { 'open.closed': { exists: true } },
        ]) {
          const query = `where=${JSON.stringify(where)}&sort=-salary`
          expect(await call(app(), { call: `GET /api/collections/people?${query}`, as: 'hr' })).toMatchObject({
            status: 200,
            docs: [{ name: 'Ann' }],
          })
        }
      })

      it('a path that is readable in only some documents cannot be used in queries, by any caller', async () => {
        for (const as of [undefined, 'hr', 'bob']) {
          for (const name of ['nick', 'diary']) {
            const outcome = await call(app(), { call: `GET /api/collections/people?sort=${name}`, as })
            expect(outcome).toMatchObject({ status: 400, code: 'invalid_query' })
          }
        }
      })
    })
  },
)

function withoutRequestId(text: string): unknown {
  const { error } = JSON.parse(text) as { error: Record<string, unknown> }
  return { ...error, requestId: undefined }
}
