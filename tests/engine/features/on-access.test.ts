import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, plugin, QuireError } from 'quirecms'
import type { AccessEvent, Call, Feature } from 'quirecms/plugin'
import { beforeEach, expect, it } from 'vitest'

interface Heard extends Omit<AccessEvent, 'unit' | 'outcome'> {
  readonly outcome: string
  readonly entity: string
  readonly actor: string | null
}

const heard: Heard[] = []
let complaint: Error | null = null

const hearing: Feature<Call> = {
  name: 'hearing',
  for: () => true,
  adds: () => ({
    async onAccess(call, event) {
      const { outcome, ...rest } = event
      if (complaint) throw complaint
      if ('unit' in rest) {
        const { unit, ...about } = rest
        unit.afterCommit.push(async () => void heard.push(note(call, outcome, about)))
      } else heard.push(note(call, outcome, rest))
    },
  }),
}

function note(call: Call, outcome: string, about: Omit<AccessEvent, 'unit' | 'outcome'>): Heard {
  return { outcome, entity: call.entity.slug, actor: call.caller.actor?.id ?? null, ...about }
}

const config = defineConfig({
  admin: { users: 'users' },
  plugins: [plugin({ key: 'hearing', features: [hearing] })],
  collections: {
    users: collection({ auth: { lockout: { attempts: 3 } }, fields: { name: f.text() } }),
    posts: collection({
      fields: { title: f.text() },
      access: { read: () => true, create: () => true, update: ({ actor }) => actor?.['name'] === 'Ann' },
    }),
  },
})

const PASSWORD = 'correct horse battery'

onEachDatabase('access events for features', { config }, (app) => {
  const system = () => app().app.local.asSystem()
  const user = async (name: string) => {
    const data = { email: `${name.toLowerCase()}@example.com`, name }
    const { id } = await system().auth.users.createUser({ data, password: PASSWORD })
    return { id, collection: 'users' as const, name }
  }
  const login = (email: string, password = PASSWORD) =>
    app().request('POST', '/api/auth/users/login', { body: { email, password } })

  beforeEach(() => {
    heard.length = 0
    complaint = null
  })

  it('report sign-ins and failures', async () => {
    const ann = await user('Ann')
    await login('ann@example.com')
    await login('ann@example.com', 'a wrong password')
    await login('nobody@example.com')
    const ofAnn = { documentId: ann.id, entity: 'users' }
    expect(heard).toEqual([
      { action: 'auth.login', outcome: 'done', ...ofAnn, actor: ann.id },
      {
        action: 'auth.loginFailed',
        outcome: 'refused',
        code: 'invalid_credentials',
        ...ofAnn,
        address: 'ann@example.com',
        actor: null,
      },
      {
        action: 'auth.loginFailed',
        outcome: 'refused',
        code: 'invalid_credentials',
        documentId: null,
        entity: 'users',
        address: 'nobody@example.com',
        actor: null,
      },
    ])
    expect(JSON.stringify(heard)).not.toContain(PASSWORD)
  })

  it('report a lockout', async () => {
    await user('Guessed')
    for (const guess of [1, 2, 3, 4]) await login('guessed@example.com', `wrong password ${guess}`)
    expect(heard.map(({ action }) => action)).toEqual([...Array(3).fill('auth.loginFailed'), 'auth.lockedOut'])
  })

  it('report refused changes, but neither invalid ones nor refused reads', async () => {
    const [ann, bob] = [await user('Ann'), await user('Bob')]
    const { id } = await system().collections.posts.create({ title: 'a' })
    const posts = (actor: typeof ann) => app().app.local.as(actor).collections.posts
    await expect(posts(bob).update(id, { title: 'b' })).rejects.toMatchObject({ code: 'forbidden' })
    // @ts-expect-error -- a mistake
    await expect(posts(ann).update(id, { title: 5 })).rejects.toMatchObject({ code: 'validation' })
    await posts(ann).update(id, { title: 'c' })
    expect(heard).toEqual([
      { action: 'update', outcome: 'refused', code: 'forbidden', documentId: id, entity: 'posts', actor: bob.id },
    ])
  })

  it('can roll back an access, and leave refusals unchanged', async () => {
    const { id } = await user('Zoe')
    complaint = new QuireError('unavailable', 'The log is full.')
    expect(await login('zoe@example.com')).toMatchObject({ status: 503 })
    expect(await login('zoe@example.com', 'a wrong password')).toMatchObject({ status: 401 })
    complaint = null
    expect(heard).toEqual([])
    expect(await app().app.storage.reader.records.count('sessions', { userId: id })).toBe(0)
  })
})
