import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'
import { newcomer } from '../auth/people.ts'

const config = defineConfig({
  collections: {
    users: collection({ auth: true, fields: {} }),
    posts: collection({
      fields: { title: f.text(), isHidden: f.checkbox() },
      access: { read: () => ({ isHidden: { not_equals: true } }) },
    }),
  },
})

onEachDatabase('the preference of a start page', { config }, (app) => {
  it('lists readable documents in its order, whatever else it contains', async () => {
    const ann = await newcomer(app())
    const { posts } = app().app.local.asSystem().collections
    const [one, two, hidden] = [
      await posts.create({ title: 'One' }),
      await posts.create({ title: 'Two' }),
      await posts.create({ title: 'Hidden', isHidden: true }),
    ]
    const named = (id: string, slug = 'posts') => ({ collection: slug, id })
    const kept = async (value: unknown, headers: Record<string, string> = ann.byToken) => {
      const stored = await app().request('PUT', '/api/preferences/recent', {
        headers: ann.byCookie,
        body: { value },
      })
      expect(stored.status, stored.text).toBe(200)
      const { body, status } = await app().request('GET', '/api/start?preference=recent', { headers })
      expect(status).toBe(200)
      return { kept: body.kept.map(({ title }: { title: string }) => title), isNewest: body.newest.length > 0 }
    }
    const garbage = [
      null,
      7,
      'posts',
      named('x'),
      named(one.id, 'nope'),
      named(one.id, '__proto__'),
      { collection: 'posts' },
    ]
    expect(await kept([named(two.id), ...garbage, named(hidden.id), named(one.id)])).toEqual({
      kept: ['Two', 'One'],
      isNewest: false,
    })
    for (const value of [garbage, 'text', { a: 1 }, null])
      expect(await kept(value)).toEqual({ kept: [], isNewest: true })
    // A user without kept entries sees none of another user.
    expect(await kept([named(one.id)], {})).toEqual({ kept: [], isNewest: true })
    // So many at most.
    expect((await kept(Array.from({ length: 30 }, (_, index) => named(index < 25 ? two.id : one.id)))).kept).toEqual([
      'Two',
    ])
  })
})
