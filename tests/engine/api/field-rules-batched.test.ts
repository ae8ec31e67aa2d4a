import { onEachDatabase } from '@quirecms/testkit'
import { type Actor, collection, defineConfig, f, type RuleArguments } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody }
const statements: string[] = []
const onStatement = (sql: string) => void statements.push(sql)

const ofTeam = ({ actor }: RuleArguments) => ({ 'team.lead': { equals: actor?.id ?? '' } })
/** The rule depends on the document. */
const ofNamed = ({ doc }: RuleArguments) => ({ 'team.name': { equals: (doc?.['wanted'] as string | null) ?? '' } })

const config = defineConfig({
  collections: {
    teams: collection({ fields: { name: f.text(), lead: f.text() }, access }),
    people: collection({
      fields: {
        name: f.text(),
        wanted: f.text(),
        team: f.relationship({ to: 'teams' }),
        salary: f.number({ access: { read: ofTeam } }),
        phone: f.text({ access: { read: ofNamed } }),
      },
      access,
    }),
    clubs: collection({ fields: { people: f.relationship({ to: 'people', many: true }) }, access }),
  },
})

const ann: Actor = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }

onEachDatabase(
  'field rules that read other documents need a fixed number of statements',
  { config, actors: { ann }, onStatement },
  (app, dialect) => {
    async function staff(count: number): Promise<string[]> {
      const { teams, people } = app().app.local.asSystem().collections
      const red = await teams.create({ name: 'red', lead: ann.id })
      const blue = await teams.create({ name: 'blue', lead: 'somebody' })
      const made = Array.from({ length: count }, async (_, index) => {
        const team = index % 2 === 0 ? red.id : blue.id
        const wanted = index % 3 === 0 ? 'red' : index % 3 === 1 ? 'blue' : `other ${index}`
        const person = { name: `P${index}`, team, wanted, salary: index, phone: `+${index}` }
        return (await people.create(person)).id
      })
      return Promise.all(made)
    }

    async function counted<T>(work: () => Promise<T>): Promise<{ count: number; answer: T }> {
      statements.length = 0
      const answer = await work()
      return { count: statements.length, answer }
    }

    const local = () => app().app.local.as(ann)

    it('for a page', async () => {
      await staff(60)
      const { people } = local().collections
      const few = await counted(() => people.find({ limit: 4, sort: 'name' }))
      const many = await counted(() => people.find({ limit: 60, sort: 'name' }))
      expect(many.count).toBe(few.count)
      // On SQLite, the total is a statement of its own.
      expect(many.count).toBe(dialect === 'sqlite' ? 4 : 3)
      for (const person of many.answer.docs) {
        const index = Number(person.name?.slice(1))
        expect('salary' in person, `salary of ${index}`).toBe(index % 2 === 0)
        const isOfWanted = index % 2 === 0 ? index % 3 === 0 : index % 3 === 1
        expect('phone' in person, `phone of ${index}`).toBe(isOfWanted)
      }
    })

    it('for populated documents', async () => {
      const ids = await staff(30)
      const { clubs } = local().collections
      const few = await clubs.create({ people: ids.slice(0, 3) })
      const all = await clubs.create({ people: ids })
      const one = await counted(() => clubs.findOne(few.id, { populate: { people: true } }))
      const many = await counted(() => clubs.findOne(all.id, { populate: { people: true } }))
      expect(many.count).toBe(one.count)
      expect(many.answer.people.filter((person) => typeof person === 'object' && 'salary' in person)).toHaveLength(15)
    })
  },
)
