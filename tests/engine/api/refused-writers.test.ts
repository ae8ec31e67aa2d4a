import { onEachDatabase } from '@quirecms/testkit'
import { type Actor, collection, defineConfig, f, global } from 'quirecms'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const everybody = () => true
const nobody = () => false
const open = { read: everybody, create: everybody, update: everybody, delete: everybody }

/** Holds a write in the middle of its transaction. */
let gate: PromiseWithResolvers<void> | undefined

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  admin: { users: 'users' },
  collections: {
    users: collection({ auth: { lockout: { attempts: 5, duration: '10m' } }, fields: {}, access: { unlock: nobody } }),
    closed: collection({
      fields: {
        title: f.text({ localized: true }),
        items: f.join({ collection: 'open', on: 'box', writable: true }),
      },
      trash: true,
      access: { read: everybody, create: nobody, update: nobody, delete: nobody },
    }),
    owned: collection({
      fields: { title: f.text({ localized: true }), owner: f.text() },
      access: {
        read: everybody,
        create: everybody,
        update: ({ actor }) => ({ owner: { equals: actor?.id ?? 'nobody' } }),
        delete: ({ actor, doc }) => doc?.['owner'] === actor?.id,
      },
    }),
    open: collection({
      fields: {
        title: f.text(),
        ssn: f.text({ unique: true, access: { create: nobody, update: nobody } }),
        flag: f.number({ hidden: true }),
        box: f.relationship({ to: 'closed' }),
      },
      access: open,
    }),
    slow: collection({
      fields: { title: f.text() },
      hooks: { beforeChange: [() => gate?.promise] },
      access: open,
    }),
  },
  globals: { settings: global({ fields: { name: f.text() }, access: { read: everybody, update: nobody } }) },
})

const ann: Actor = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }

onEachDatabase('refused writes do not block other writers', { config, actors: { ann } }, (app) => {
  const ids: Record<string, string> = {}
  beforeEach(async () => {
    const system = app().local.asSystem()
    const make = async (slug: string, data: object) =>
      ((await system.collection(slug).create(data)) as { id: string }).id
    ids['closed'] = await make('closed', { title: 'One' })
    ids['gone'] = await make('closed', { title: 'Gone' })
    await system.collection('closed').delete(ids['gone'])
    ids['owned'] = await make('owned', { title: 'One', owner: 'somebody' })
    ids['open'] = await make('open', { title: 'One', ssn: '123', flag: 1 })
    ids['slow'] = await make('slow', { title: 'One' })
    const email = `u${Math.random()}@example.com`
    const user = await system.users('users').createUser({ data: { email }, password: 'long enough' })
    ids['user'] = (user as { id: string }).id
    return () => {
      gate?.resolve()
      gate = undefined
    }
  })

  const refusals: [call: string, status: number, body?: object][] = [
    ['POST /api/collections/closed', 401, { title: 'x' }],
    ['PATCH /api/collections/closed/{closed}', 401, { title: 'x' }],
    ['DELETE /api/collections/closed/{closed}', 401],
    ['POST /api/collections/closed/{closed}/duplicate', 401],
    ['POST /api/collections/closed/{closed}/copy-locale', 401, { from: 'en', to: 'de' }],
    ['PATCH /api/collections/closed/{closed}/joins/items', 401, { additions: ['{open}'] }],
    ['POST /api/collections/closed/{gone}/restore-deleted', 401],
    ['DELETE /api/collections/closed/{gone}/permanent', 401],
    ['PATCH /api/collections/owned/{owned}', 401, { title: 'x' }],
    ['PATCH /api/collections/owned/{nothing}', 404, { title: 'x' }],
    ['POST /api/collections/owned/{owned}/copy-locale', 401, { from: 'en', to: 'de' }],
    ['DELETE /api/collections/owned/{owned}', 401],
    ['POST /api/collections/open', 422, { title: 'x', ssn: '1' }],
    ['POST /api/collections/open', 422, { title: 'x', nope: '1' }],
    ['POST /api/collections/open', 422, { flag: 2 }],
    ['POST /api/collections/open', 422, { revision: 2 }],
    ['PATCH /api/collections/open/{open}', 422, { ssn: '1' }],
    ['PATCH /api/collections/open/{open}', 422, { nope: 1 }],
    ['POST /api/collections/open/{open}/duplicate', 422, { ssn: '9' }],
    ['POST /api/collections/open/{nothing}/duplicate', 404, {}],
    ['PATCH /api/globals/settings', 401, { name: 'x' }],
    ['POST /api/auth/users/{user}/unlock', 401],
    ['POST /api/auth/users/create-user', 401, { data: { email: 'a@example.com' }, password: 'long enough' }],
  ]

  const named = refusals.map((refusal) => [refusal[0], refusal[1], refusal] as const)

  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '01890000-0000-7000-8000-000000000000')

  async function send([call, , body]: (typeof refusals)[number], as?: string) {
    const [method = '', path = ''] = fill(call).split(' ')
    const sent = body && (JSON.parse(fill(JSON.stringify(body))) as object)
    return app().request(method, path, { ...(sent && { body: sent }), as })
  }

  it.each(named)('%s %i: is answered while another write holds the database', async (_call, _status, refusal) => {
    gate = Promise.withResolvers()
    const slow = app().request('PATCH', fill('/api/collections/slow/{slow}'), { body: { title: 'Two' } })
    expect((await send(refusal)).status).toBe(refusal[1])
    gate.resolve()
    expect((await slow).status).toBe(200)
  })

  it.each(named)('%s %i: begins no transaction', async (_call, _status, refusal) => {
    const { storage } = app().app
    const begun = vi.spyOn(storage, 'transaction')
    try {
      expect((await send(refusal)).status).toBe(refusal[1])
      expect(begun).not.toHaveBeenCalled()
    } finally {
      begun.mockRestore()
    }
  })

  it('a refused bulk call begins none either', async () => {
    const { storage } = app().app
    const begun = vi.spyOn(storage, 'transaction')
    try {
      const body = { action: 'update', ids: [ids['closed'], ids['gone']], data: { title: 'x' } }
      const { status, body: answer } = await app().request('POST', '/api/collections/closed/bulk', { body })
      expect({ status, answer }).toMatchObject({ status: 200, answer: { succeeded: 0, failed: 2 } })
      expect(begun).not.toHaveBeenCalled()
    } finally {
      begun.mockRestore()
    }
  })
})

/* ---- refusals do not depend on the content ---- */

const seen: string[] = []
const noticed =
  (name: string) =>
  ({ data, value }: { data?: unknown; value?: unknown }) =>
    void seen.push(`${name} ${JSON.stringify(value ?? data)}`)

const guarded = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    people: collection({
      fields: {
        name: f.text({ maxLength: 5 }),
        ssn: f.text({
          unique: true,
          required: true,
          minLength: 3,
          default: '000',
          access: { create: nobody, update: nobody },
          validate: ({ value }) => (value === 'guess' ? 'A guess.' : true),
        }),
        code: f.number({ hidden: true, unique: true }),
        boss: f.relationship({ to: 'people', access: { create: nobody, update: nobody } }),
        pay: f.group({
          fields: { amount: f.number({ required: true, default: 1 }) },
          access: { create: nobody, update: nobody },
        }),
        rows: f.array({
          fields: {
            text: f.text(),
            secret: f.number({ required: true, default: 1, access: { create: nobody, update: nobody } }),
            inner: f.number({ hidden: true, integer: true }),
          },
        }),
        about: f.group({
          localized: true,
          fields: { secret: f.number({ access: { create: nobody, update: nobody } }) },
        }),
        full: f.virtual({ value: () => 'x' }),
      },
      access: open,
    }),
    hooked: collection({
      fields: {
        name: f.text({ required: true, hooks: { beforeValidate: [noticed('field')] } }),
        ssn: f.text({ unique: true, access: { create: nobody, update: nobody } }),
      },
      hooks: { beforeValidate: [noticed('before')], beforeChange: [noticed('change')] },
      access: open,
    }),
  },
})

onEachDatabase('a refused field reveals nothing else', { config: guarded }, (app) => {
  let person = ''
  let hooked = ''
  beforeEach(async () => {
    const system = app().local.asSystem()
    const stored = { name: 'Ann', ssn: '123', code: 7 }
    person = ((await system.collection('people').create(stored)) as { id: string }).id
    hooked = ((await system.collection('hooked').create({ name: 'Ann', ssn: '123' })) as { id: string }).id
    seen.length = 0
  })

  const forbidden = (path: string) => ({ code: 'forbidden', path })
  const unknown = (path: string) => ({ code: 'unknown_field', path })

  const cases: readonly (readonly [name: string, body: object, issues: readonly object[]])[] = [
    ['a taken value', { ssn: '123' }, [forbidden('ssn')]],
    ['a free value', { ssn: '124' }, [forbidden('ssn')]],
    ['a value of the wrong type', { ssn: 1 }, [forbidden('ssn')]],
    ['a short value', { ssn: '' }, [forbidden('ssn')]],
    ['null', { ssn: null }, [forbidden('ssn')]],
    ['a value that `validate` minds', { ssn: 'guess' }, [forbidden('ssn')]],
    ['a hidden field of the right type', { code: 7 }, [unknown('code')]],
    ['a hidden field of the wrong type', { code: 'x' }, [unknown('code')]],
    ['a target that is not there', { boss: '01890000-0000-7000-8000-000000000000' }, [forbidden('boss')]],
    ['what is no target', { boss: 7 }, [forbidden('boss')]],
    ['a group', { pay: { amount: 'x', nope: 1 } }, [forbidden('pay')]],
    ['null for a group', { pay: null }, [forbidden('pay')]],
    ['what is computed', { full: 1 }, [{ code: 'read_only', path: 'full' }]],
    [
      'fields of rows',
      { rows: [{ text: 'a', secret: 'x' }, { inner: 1.5 }] },
      [forbidden('rows.0.secret'), unknown('rows.1.inner')],
    ],
    ['in one locale', { about: { secret: 'x' } }, [forbidden('about.secret')]],
    [
      'besides what is wrong with others',
      { ssn: '123', name: 'too long', nope: 1 },
      [forbidden('ssn'), unknown('nope'), { code: 'max_length', path: 'name' }],
    ],
  ]

  const issuesOf = (body: unknown) =>
    (body as { error: { issues: { code: string; path: string }[] } }).error.issues
      .map(({ code, path }) => `${path} ${code}`)
      .toSorted()
  const listed = (issues: readonly object[]) =>
    (issues as { code: string; path: string }[]).map(({ code, path }) => `${path} ${code}`).toSorted()

  describe.each(cases)('%s', (_name, body, issues) => {
    it.each([
      'POST /api/collections/people',
      'PATCH /api/collections/people/{id}',
      'POST /api/collections/people/{id}/duplicate',
    ])('%s', async (call) => {
      const [method = '', path = ''] = call.replace('{id}', person).split(' ')
      const answer = await app().request(method, path, { body })
      expect(answer.status).toBe(422)
      expect(issuesOf(answer.body)).toEqual(listed(issues))
    })

    it('in bulk', async () => {
      const sent = { action: 'update', ids: [person], data: body }
      const answer = await app().request('POST', '/api/collections/people/bulk', { body: sent })
      const { results } = answer.body as { results: { error: { issues: object[] } }[] }
      expect(listed(results[0]?.error.issues ?? []).map((one) => one.replace(/^data\./, ''))).toEqual(listed(issues))
    })
  })

  it('in all locales', async () => {
    const body = { about: { en: { secret: 'x' }, de: { secret: 1 } } }
    const answer = await app().request('PATCH', `/api/collections/people/${person}?locale=all`, { body })
    expect(issuesOf(answer.body)).toEqual(['about.secret forbidden', 'about.secret forbidden'])
  })

  it('hooks never get it, and their changes are not simulated', async () => {
    const created = await app().request('POST', '/api/collections/hooked', { body: { ssn: '123' } })
    expect(issuesOf(created.body)).toEqual(['ssn forbidden'])
    const changed = await app().request('PATCH', `/api/collections/hooked/${hooked}`, { body: { ssn: '123', name: 1 } })
    expect(issuesOf(changed.body)).toEqual(['ssn forbidden'])
    expect(seen).toEqual([])
  })
})
