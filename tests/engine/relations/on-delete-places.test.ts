import { must, onEachDatabase } from '@quirecms/testkit'
import { describe, expect, it } from 'vitest'
import { actors, registry } from './registry.ts'
import { waysIn } from '../api/ways-in.ts'

onEachDatabase('onDelete in locales, globals and cycles', { config: registry, actors }, (app, dialect) => {
  const system = () => app().app.local.asSystem()

  describe.each(waysIn(dialect))('%s', (_channel, call) => {
    const remove = (collection: string, id: string) =>
      call(app(), { call: `DELETE /api/collections/${collection}/${id}`, as: 'ann' })

    it('clears in every locale, at every depth, and keeps references to other documents', async () => {
      const { targets, cleared } = system().collections
      const [gone, stays] = [await targets.create({ name: 'Gone' }), await targets.create({ name: 'Stays' })]
      const rows = [{ id: 'r1', local: { en: stays.id, de: gone.id }, note: { en: 'one', de: 'eins' } }]
      const cards = [{ id: 'b1', blockType: 'card' as const, many: [gone.id, stays.id] }]
      const { id } = await cleared.create(
        {
          local: { en: gone.id, de: stays.id },
          localMany: { en: [stays.id], de: [gone.id, stays.id] },
          rows,
          blocks: { en: [], de: cards },
        },
        { locale: 'all' },
      )
      expect(await remove('targets', gone.id)).toMatchObject({ status: 200 })
      expect(await cleared.findOne(id, { locale: 'all' })).toMatchObject({
        local: { en: null, de: stays.id },
        localMany: { en: [stays.id], de: [stays.id] },
        rows: [{ id: 'r1', local: { en: stays.id, de: null }, note: { en: 'one', de: 'eins' } }],
        blocks: { en: [], de: [{ id: 'b1', many: [stays.id] }] },
      })
      expect(await app().app.storage.reader.referencesTo('targets', gone.id, 10)).toEqual([])
    })

    it('restricts in every locale', async () => {
      const { targets, strict } = system().collections
      const target = await targets.create({ name: 'Held' })
      const { id } = await strict.create({ local: target.id }, { locale: 'de' })
      expect(await remove('targets', target.id)).toMatchObject({ status: 409, code: 'referenced' })
      await strict.update(id, { local: null }, { locale: 'de' })
      expect(await remove('targets', target.id)).toMatchObject({ status: 200 })
    })

    it('a required localized relationship is required only in the default locale', async () => {
      const { targets, local } = system().collections
      const [main, translated] = [await targets.create({ name: 'Main' }), await targets.create({ name: 'Haupt' })]
      const { id } = await local.create({ one: { en: main.id, de: translated.id } }, { locale: 'all' })
      expect(await remove('targets', main.id)).toMatchObject({ status: 409, code: 'referenced' })
      expect(await remove('targets', translated.id)).toMatchObject({ status: 200 })
      expect(await local.findOne(id, { locale: 'all' })).toMatchObject({ one: { en: main.id, de: null }, revision: 2 })
    })

    it('clears references of a global, and is restricted by others', async () => {
      const { collections, globals } = system()
      const target = await collections.targets.create({ name: 'Gone' })
      const other = await collections.others.create({ name: 'Held' })
      await globals.front.update({ lead: target.id, firm: other.id, rows: [{ id: 'r1', one: target.id }] })
      app().events.length = 0
      expect(await remove('targets', target.id)).toMatchObject({ status: 200 })
      expect(app().events.map(({ event }) => event)).toEqual(['global.updated', 'document.deleted'])
      expect(await globals.front.get()).toMatchObject({ lead: null, rows: [{ id: 'r1', one: null }] })
      expect(await remove('others', other.id)).toMatchObject({ status: 409, code: 'referenced' })
    })

    it('a document that points to itself does not restrict itself, and is not cleared before it is deleted', async () => {
      const { strict, nodes } = system().collections
      const one = await strict.create({})
      await strict.update(one.id, { self: one.id })
      expect(await remove('strict', one.id)).toMatchObject({ status: 200 })
      const node = await nodes.create({ name: 'loop' })
      const child = await nodes.create({ name: 'child', parent: node.id })
      await nodes.update(node.id, { parent: node.id })
      app().events.length = 0
      expect(await remove('nodes', node.id)).toMatchObject({ status: 200 })
      expect(app().events.map(({ event, id }) => [event, id])).toEqual([
        ['document.updated', child.id],
        ['document.deleted', node.id],
      ])
    })

    it('two that restrict each other block both deletions, until one reference is removed', async () => {
      const { strict } = system().collections
      const one = await strict.create({})
      const two = await strict.create({ self: one.id })
      await strict.update(one.id, { self: two.id })
      for (const { id } of [one, two]) expect(await remove('strict', id)).toMatchObject({ status: 409 })
      await strict.update(two.id, { self: null })
      expect(await remove('strict', one.id)).toMatchObject({ status: 200 })
      expect(await remove('strict', two.id)).toMatchObject({ status: 200 })
    })
  })

  it('clears more documents than one batch, all or none', async () => {
    const { targets, cleared, strict } = system().collections
    const { id } = await targets.create({ name: 'Gone' })
    const sources = 1100
    await app().app.storage.transaction(async (tx) => {
      const { shape } = must(app().manifest.collections['cleared'], 'collection').table
      for (let index = 0; index < sources; index += 1) {
        const suffix = String(index).padStart(12, '0')
        const at = new Date().toISOString()
        const json = JSON.stringify({ title: `Source ${index}`, one: id })
        const document = { id: `01890000-0000-7000-8000-${suffix}`, revision: 1, createdAt: at, updatedAt: at }
        const reference = { path: 'one', locale: '', collection: 'targets', id }
        await tx.insert('cleared', { ...document, json, shape, columns: {} }, [reference])
      }
    })
    const holder = await strict.create({ one: id })
    const ann = app().app.local.as(actors.ann).collections
    await expect(ann.targets.delete(id)).rejects.toMatchObject({ code: 'referenced' })
    expect(await cleared.count({ where: { one: { equals: id } } })).toEqual({ count: sources })
    await strict.delete(holder.id)
    await ann.targets.delete(id)
    expect(await cleared.count({ where: { one: { exists: true } } })).toEqual({ count: 0 })
    expect(await cleared.count({ where: { revision: { equals: 2 }, title: { starts_with: 'Source' } } })).toEqual({
      count: sources,
    })
  })
})
