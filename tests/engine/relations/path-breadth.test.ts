import { scenarios } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'

const access = { read: () => true }
const named = collection({ fields: { name: f.text() }, access })
const five = ['north', 'south', 'c', 'd', 'e'] as const
const linked = collection({
  fields: {
    name: f.text(),
    one: f.relationship({ to: 'north' }),
    near: f.relationship({ to: ['north', 'south'], many: true }),
    pals: f.relationship({ to: 'north', many: true }),
    two: f.relationship({ to: ['north', 'south'] }),
    all: f.relationship({ to: [...five], many: true }),
    wide: f.relationship({ to: [...five] }),
    wider: f.relationship({ to: [...five, 'g'] }),
  },
  access,
})
const config = defineConfig({ collections: { north: linked, south: linked, c: named, d: named, e: named, g: named } })

const LIST = 'GET /api/collections/north'
const x = { equals: 'x' }
/** Through rows of two kinds, this many times. */
const inside = (times: number, asked: object, rows = 'near'): object =>
  times === 0 ? asked : { [rows]: { some: inside(times - 1, asked, rows) } }
const call = (asked: object) => `${LIST}?where=${JSON.stringify(asked)}`

const answered = (name: string, asked: object) => ({ name, call: call(asked), answers: { status: 200, docs: [] } })
const refused = (name: string, asked: object, path: string) => ({
  name,
  call: call(asked),
  answers: { status: 400, code: 'invalid_query', issues: [{ code: 'max' as const, path: `where.${path}` }] },
})

scenarios('collections that paths lead into, 20 at most', { config, matrix: 'validation' }, [
  answered('six', { 'wider.name': x }),
  answered('four times five', inside(2, { 'wide.name': x })),
  refused('four times six', inside(2, { 'wider.name': x }), 'near.some.near.some.wider.name'),
  answered('sixteen, of which each leads to one', inside(4, { 'one.name': x })),
  answered('four times five, of rows', inside(2, { all: { some: { name: x } } })),
  refused('sixteen times two', inside(4, { 'two.name': x }), 'near.some.near.some.near.some.near.some.two.name'),
  refused('sixteen times two, of rows', inside(5, { name: x }), 'near.some.near.some.near.some.near.some.near'),
])

const six = ['south', 'c', 'd', 'e', 'g', 'h'] as const
const all = f.relationship({ to: ['north', ...six] })
const seven = collection({ fields: { all, mostly: f.relationship({ to: ['north', ...six] }) }, access })
const fewer = collection({ fields: { all, mostly: f.relationship({ to: [...six] }) }, access })
const branches = defineConfig({
  collections: {
    north: named,
    south: named,
    c: named,
    d: named,
    e: named,
    g: named,
    h: named,
    first: seven,
    second: seven,
    third: fewer,
    roots: collection({ fields: { to: f.relationship({ to: ['first', 'second', 'third'] }) }, access }),
  },
})
const atRoots = (path: string) => `GET /api/collections/roots?where=${JSON.stringify({ [path]: x })}`

scenarios('collections that one path leads into, 20 at most', { config: branches, matrix: 'validation' }, [
  { name: '20', call: atRoots('to.mostly.name'), answers: { status: 200, docs: [] } },
  {
    name: '21',
    call: atRoots('to.all.name'),
    answers: { status: 400, code: 'invalid_query', issues: [{ code: 'max', path: 'where.to.all.name' }] },
  },
  {
    name: '20 that nothing is sorted by',
    call: 'GET /api/collections/roots?sort=to.mostly.name',
    answers: { status: 400, code: 'invalid_query', issues: [{ code: 'type', path: 'sort.to.mostly.name' }] },
  },
  {
    name: '21, for sorting',
    call: 'GET /api/collections/roots?sort=to.all.name',
    answers: { status: 400, code: 'invalid_query', issues: [{ code: 'max', path: 'sort.to.all.name' }] },
  },
])

/** The condition on rows counts as one, and the one inside as another. */
const beside = (others: number) => ({
  and: Array.from({ length: others }, () => ({ name: x })),
  pals: { some: { name: x } },
})

scenarios('conditions on rows', { config, matrix: 'validation' }, [
  answered('100 with them', beside(98)),
  {
    name: '101 with them',
    call: call(beside(99)),
    answers: { status: 400, code: 'invalid_query', issues: [{ code: 'max', path: 'where' }] },
  },
])

const onward = (steps: number) => `${'one.'.repeat(steps)}name`

scenarios('steps of a path, five at most', { config, matrix: 'validation' }, [
  answered('five', { [onward(5)]: x }),
  refused('six', { [onward(6)]: x }, onward(6)),
  answered('one through rows, and four', inside(1, { [onward(4)]: x })),
  refused('one through rows, and five', inside(1, { [onward(5)]: x }), `near.some.${onward(5)}`),
  answered('four through rows, and one', inside(4, { [onward(1)]: x })),
  answered('five through rows', inside(5, { name: x }, 'pals')),
  refused('six through rows', inside(6, { name: x }, 'pals'), `${'pals.some.'.repeat(5)}pals`),
  refused(
    'four through rows, and two',
    inside(4, { [onward(2)]: x }),
    `near.some.near.some.near.some.near.some.${onward(2)}`,
  ),
])
