import { must, onEachDatabase } from '@quirecms/testkit'
import { describe, expect, it } from 'vitest'
import { actors, exchange } from './exchange.ts'
import { waysIn } from '../api/ways-in.ts'

onEachDatabase('writable joins in locales, and concurrently', { config: exchange, actors }, (app, dialect) => {
  const system = () => app().app.local.asSystem().collections
  const near = async (name: string) => (await system().people.create({ name })).id

  describe.each(waysIn(dialect))('%s', (_channel, call) => {
    const change = (id: string, field: string, body: unknown, query = '') =>
      call(app(), { call: `PATCH /api/collections/people/${id}/joins/${field}${query}`, as: 'ann', body })

    it('change a localized relationship only in the locale of the call', async () => {
      const { papers } = system()
      const [ann, bob] = [await near('Ann'), await near('Bob')]
      const { id } = await papers.create({ title: 'T', owner: ann, translator: bob })
      expect(await change(ann, 'editions', { additions: [id] }, '?locale=de')).toMatchObject({
        status: 200,
        doc: { editions: { docs: [id] } },
      })
      expect(await papers.findOne(id, { locale: 'all' })).toMatchObject({ translator: { en: bob, de: ann } })
      await change(bob, 'editions', { removals: [id] })
      expect(await papers.findOne(id, { locale: 'all' })).toMatchObject({ translator: { en: null, de: ann } })
      // Removed in another locale than its own.
      await change(ann, 'editions', { removals: [id] }, '?locale=fr')
      expect(await papers.findOne(id, { locale: 'all' })).toMatchObject({ translator: { en: null, de: ann } })
    })

    it('keeps the lists of other locales', async () => {
      const { papers } = system()
      const [ann, bob] = [await near('Ann'), await near('Bob')]
      const editors = { en: [bob, ann], de: [ann, bob] }
      const { id } = await papers.create({ title: { en: 'T' }, owner: ann, editors }, { locale: 'all' })
      await change(ann, 'editing', { removals: [id] }, '?locale=de')
      expect(await papers.findOne(id, { locale: 'all' })).toMatchObject({ editors: { en: [bob, ann], de: [bob] } })
    })

    it('for all locales add in the default one and remove from each', async () => {
      const { papers } = system()
      const [ann, bob] = [await near('Ann'), await near('Bob')]
      const start = { title: { en: 'T' }, owner: ann, editors: { de: [bob] } }
      const { id } = await papers.create(start, { locale: 'all' })
      expect(await change(ann, 'editing', { additions: [id] }, '?locale=all')).toMatchObject({
        status: 200,
        doc: { editing: { docs: [id] } },
      })
      expect(await papers.findOne(id, { locale: 'all' })).toMatchObject({ editors: { en: [ann], de: [bob] } })
      await papers.update(id, { editors: [bob, ann] }, { locale: 'fr' })
      expect(await change(ann, 'editing', { removals: [id] }, '?locale=all')).toMatchObject({
        status: 200,
        doc: { editing: { docs: [] } },
      })
      expect(await papers.findOne(id, { locale: 'all' })).toMatchObject({ editors: { en: [], de: [bob], fr: [bob] } })
    })
  })

  it('lose none of many additions to one document', async () => {
    const { papers } = system()
    const people = await Promise.all(Array.from({ length: 12 }, (_, index) => near(`P${index}`)))
    const { id } = await papers.create({ title: 'T', owner: must(people[0], 'person') })
    const local = app().local.as(actors.ann).collection('people')
    const add = async (one: string) => {
      await local.changeJoin(one, 'desk.reviews', { additions: [id] })
    }
    await Promise.all(people.map(add))
    const { reviewers, revision } = await papers.findOne(id)
    expect(reviewers.toSorted()).toEqual(people.toSorted())
    expect(revision).toBe(13)
  })

  it('never deadlock, whatever the order of documents', async () => {
    const { papers } = system()
    const [ann, bob] = [await near('Ann'), await near('Bob')]
    const ids: string[] = []
    for (let index = 0; index < 8; index += 1) ids.push((await papers.create({ title: `T${index}`, owner: ann })).id)
    const local = app().local.as(actors.ann).collection('people')
    const changes = Array.from({ length: 3 }, () => [
      local.changeJoin(ann, 'desk.reviews', { additions: ids }),
      local.changeJoin(bob, 'desk.reviews', { additions: ids.toReversed() }),
    ])
    await Promise.all(changes.flat())
    for (const id of ids) expect((await papers.findOne(id)).reviewers.toSorted()).toEqual([ann, bob].toSorted())
  })
})
