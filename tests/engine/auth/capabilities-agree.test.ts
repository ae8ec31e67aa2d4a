import type { Actor, JsonObject, Rule, RuleArguments, Where } from '@quirecms/core'
import { onEachDatabase } from '@quirecms/testkit'
import fc from 'fast-check'
import { collection, defineConfig, f, global } from 'quirecms'
import { expect, it } from 'vitest'
import { runs } from '../../setup/runs.ts'
import './people.ts'

/** The result of a rule, as random data. */
type Saying = 'yes' | 'no' | 'own' | 'kindA' | 'notB' | 'byAuthor' | 'newer' | 'looksAtDoc' | 'looksAtData' | 'named'

const SAYINGS: Readonly<Record<Saying, (args: RuleArguments) => boolean | Where>> = {
  yes: () => true,
  no: () => false,
  own: ({ actor }) => actor !== null && { owner: { equals: actor.id } },
  kindA: () => ({ kind: { equals: 'a' } }),
  notB: () => ({ or: [{ kind: { not_equals: 'b' } }, { note: { exists: true } }] }),
  byAuthor: () => ({ 'author.name': { equals: 'Ann' } }),
  newer: () => ({ revision: { greater_than_equal: 1 } }),
  looksAtDoc: ({ doc }) => doc?.['kind'] === 'a',
  looksAtData: ({ data }) => data?.['kind'] !== 'b',
  named: ({ operation }) => ['create', 'read', 'update', 'delete', 'duplicate'].includes(operation),
}

type RuleName = 'read' | 'create' | 'update' | 'delete'
type FieldRight = 'read' | 'create' | 'update'
let sayings: Record<RuleName, Saying>
let fieldSayings: Record<FieldRight, Saying>

const rule =
  (name: RuleName): Rule =>
  (args) =>
    SAYINGS[sayings[name]](args)
const fieldRule =
  (name: FieldRight): Rule =>
  (args) =>
    SAYINGS[fieldSayings[name]](args)
const access = { read: rule('read'), create: rule('create'), update: rule('update'), delete: rule('delete') }
const ruled = { read: fieldRule('read'), create: fieldRule('create'), update: fieldRule('update') }

const fields = {
  kind: f.select({ options: ['a', 'b'], default: 'a' }),
  owner: f.text(),
  author: f.relationship({ to: 'people' }),
  note: f.text({ access: ruled }),
  inner: f.group({ fields: { text: f.text({ access: ruled }) } }),
}

const config = defineConfig({
  collections: {
    people: collection({ fields: { name: f.text() }, access: { read: () => true } }),
    papers: collection({ fields, access }),
  },
  globals: { paper: global({ fields, access: { read: access.read, update: access.update } }) },
})

const ACTORS: readonly (Actor | null)[] = [
  null,
  { id: '01890000-0000-7000-8000-0000000000a1', collection: 'people' },
  { id: '01890000-0000-7000-8000-0000000000a2', collection: 'people' },
]
const saying = fc.constantFrom<Saying>(...(Object.keys(SAYINGS) as Saying[]))
// Field rules are evaluated on the document alone, which has no author yet.
const fieldSaying = fc.constantFrom<Saying>('yes', 'no', 'own', 'kindA', 'notB', 'looksAtDoc')
const content = (people: readonly string[]) =>
  fc.record(
    {
      kind: fc.constantFrom('a', 'b'),
      owner: fc.constantFrom(ACTORS[1]?.id, ACTORS[2]?.id),
      author: fc.constantFrom(...people, null),
      note: fc.constantFrom('n', null),
    },
    { requiredKeys: [] },
  )

interface Capabilities {
  readonly operations: Readonly<Record<string, boolean>>
  readonly fields: Readonly<Record<string, Readonly<Record<FieldRight, boolean>>>>
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: { code?: string }) => {
      expect(['unauthenticated', 'forbidden', 'not_found', 'validation']).toContain(error.code)
      return false
    },
  )

onEachDatabase('capabilities', { config }, (app, dialect) => {
  it('permit exactly the operations that then succeed', async () => {
    const system = app().local.asSystem()
    const people: string[] = []
    for (const name of ['Ann', 'Bob']) {
      const made: unknown = await system.collection('people').create({ name })
      people.push((made as { id: string }).id)
    }
    const cases = fc.record({
      rules: fc.record({ read: saying, create: saying, update: saying, delete: saying }),
      fieldRules: fc.record({ read: fieldSaying, create: fieldSaying, update: fieldSaying }),
      actor: fc.constantFrom(...ACTORS),
      stored: content(people),
      data: content(people),
    })
    const checkCase = async ({
      rules,
      fieldRules,
      actor,
      stored,
      data,
    }: {
      rules: typeof sayings
      fieldRules: typeof fieldSayings
      actor: Actor | null
      stored: object
      data: object
    }) => {
      sayings = rules
      fieldSayings = fieldRules
      const make = async () =>
        (await system.collection('papers').create({ ...stored, inner: { text: 't' } })) as { id: string }
      const local = actor ? app().local.as(actor) : app().local
      const papers = local.collection('papers')
      const asked = async (body: object) => (await papers.access(body)) as Capabilities
      const { id } = await make()
      const may = await asked({ id, data })
      const only = (right: FieldRight): JsonObject =>
        Object.fromEntries(Object.entries(data).filter(([name]) => may.fields[name]?.[right]))

      const found: Record<string, boolean> = {}
      const said: Record<string, boolean | undefined> = {}
      const doc = (await papers.findOne(id).catch(() => null)) as JsonObject | null
      said['read'] = may.operations['read']
      found['read'] = doc !== null
      if (doc) {
        said['read note'] = may.fields['note']?.read
        found['read note'] = Object.hasOwn(doc, 'note')
        said['read inner.text'] = may.fields['inner.text']?.read
        found['read inner.text'] = Object.hasOwn(doc['inner'] as JsonObject, 'text')
      }
      said['create'] = (await asked({ data: only('create') })).operations['create']
      found['create'] = await succeeds(papers.create(only('create')))
      said['duplicate'] = (await asked({ id, data: only('create') })).operations['duplicate']
      found['duplicate'] = await succeeds(papers.duplicate(id, only('create')))
      const copied = await asked({ id })
      said['duplicate as it is'] = copied.operations['duplicate']
      found['duplicate as it is'] = await succeeds(papers.duplicate(id, {}))

      // A field that is forbidden refuses the whole write: the operation and all of its fields must be allowed.
      for (const [what, change] of [
        ['update', data],
        ['update note', { note: 'n' }],
        ['update inner', { inner: { text: 'u' } }],
      ] as const) {
        const before = await make()
        const now = await asked({ id: before.id, data: change })
        const paths = Object.keys(change).map((name) => (name === 'inner' ? 'inner.text' : name))
        said[what] = now.operations['update'] === true && paths.every((path) => now.fields[path]?.update)
        found[what] = await succeeds(papers.update(before.id, change))
      }
      said['delete'] = (await asked({ id })).operations['delete']
      found['delete'] = await succeeds(papers.delete(id))

      const paper = local.global('paper')
      const ofGlobal = (await paper.access({ data })) as Capabilities
      said['read global'] = ofGlobal.operations['read']
      found['read global'] = await succeeds(paper.get())
      said['update global'] =
        ofGlobal.operations['update'] === true && Object.keys(data).every((path) => ofGlobal.fields[path]?.update)
      found['update global'] = await succeeds(paper.update(data))
      expect(said).toEqual(found)
    }
    await fc.assert(fc.asyncProperty(cases, checkCase), runs(dialect === 'sqlite' ? 50 : 15))
  })
})
