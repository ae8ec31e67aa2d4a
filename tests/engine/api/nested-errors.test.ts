import { onEachDatabase } from '@quirecms/testkit'
import { collection, createLogger, defineConfig, f, type HookArguments, type LocalApi, QuireError } from 'quirecms'
import { beforeEach, describe, expect, it } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }
const NOTHING = '01890000-0000-7000-8000-000000000000'

type Step = (args: HookArguments) => unknown
const steps: Record<string, Step | undefined> = {}
const step = (name: string) => async (args: HookArguments) => steps[name]?.(args)

const config = defineConfig({
  collections: {
    orders: collection({
      fields: {
        title: f.text({ hooks: { beforeValidate: [step('field')] } }),
        code: f.text({ unique: true }),
        checked: f.text({ validate: async () => ((await steps['validate']?.({} as HookArguments)) as true) ?? true }),
      },
      hooks: {
        beforeOperation: [step('beforeOperation')],
        beforeValidate: [step('beforeValidate')],
        beforeChange: [step('beforeChange')],
        afterChange: [step('afterChange')],
        beforeRead: [step('beforeRead')],
        beforeDelete: [step('beforeDelete')],
        afterDelete: [step('afterDelete')],
      },
      access: { ...access, create: async (args) => ((await steps['rule']?.(args as never)) as boolean) ?? true },
    }),
    users: collection({ auth: {}, fields: {}, hooks: { beforeChange: [step('user')] }, access }),
    logs: collection({
      fields: { text: f.text({ required: true }), code: f.text({ unique: true }) },
      hooks: { afterChange: [step('log')] },
      access: { ...access, delete: () => false },
    }),
  },
})

type Local = LocalApi<typeof config>
const localOf = (args: HookArguments) => args.local as unknown as Local
const lines: { err?: { message: string; cause?: { message: string } } }[] = []
const log = createLogger({
  level: 'error',
  destination: { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
})

onEachDatabase("errors of a hook's own calls", { config, log }, (app) => {
  const local = () => app().app.local
  let order = ''
  beforeEach(async () => {
    for (const name of Object.keys(steps)) delete steps[name]
    order = (await local().collections.orders.create({ title: 'One', code: 'a' })).id
    await local().collections.logs.create({ text: 'x', code: 'taken' })
    lines.length = 0
  })

  /** Refusals of a hook's calls, none of which is the caller's fault. */
  const refusals: Readonly<Record<string, (local: Local) => Promise<unknown>>> = {
    'a missing document': ({ collections }) => collections.logs.findOne(NOTHING),
    'wrong values': ({ collections }) => collections.logs.create({ text: '' }),
    'a taken value': ({ collections }) => collections.logs.create({ text: 'y', code: 'taken' }),
    'a rule': ({ collections }) => collections.logs.delete(NOTHING),
    'a wrong query': ({ collections }) => collections.logs.find({ where: { nope: { equals: 1 } } as never }),
    'a wrong revision': ({ collections }) => collections.logs.update(NOTHING, {}, { ifMatch: 7 }),
    'a wrong password': ({ auth }) => auth.users.login({ email: 'a@example.com', password: 'wrong' }),
  }

  const calls: [hook: string, method: string, path: string, body?: object][] = [
    ['rule', 'POST', '/api/collections/orders', { title: 'x' }],
    ['beforeOperation', 'POST', '/api/collections/orders', { title: 'x' }],
    ['field', 'POST', '/api/collections/orders', { title: 'x' }],
    ['beforeValidate', 'PATCH', '/api/collections/orders/{id}', { title: 'x' }],
    ['beforeChange', 'POST', '/api/collections/orders', { title: 'x' }],
    ['afterChange', 'PATCH', '/api/collections/orders/{id}', { title: 'x' }],
    ['afterChange', 'POST', '/api/collections/orders/{id}/duplicate', {}],
    ['beforeRead', 'GET', '/api/collections/orders/{id}'],
    ['beforeRead', 'GET', '/api/collections/orders'],
    ['beforeDelete', 'DELETE', '/api/collections/orders/{id}'],
    ['afterDelete', 'DELETE', '/api/collections/orders/{id}'],
    ['user', 'POST', '/api/auth/users/create-user', { data: { email: 'b@example.com' }, password: 'long enough' }],
  ]
  const send = (method: string, path: string, body?: object) =>
    app().request(method, path.replace('{id}', order), body && { body })

  describe.each(Object.entries(refusals))('%s', (_name, refused) => {
    it.each(calls)('that propagate from %s of %s %s are 500, and logged', async (hook, method, path, body) => {
      steps[hook] = () => refused(local())
      lines.length = 0
      const answer = await send(method, path, body)
      expect(answer.status, answer.text).toBe(500)
      expect(answer.body.error).toMatchObject({ code: 'internal' })
      expect(answer.body.error).not.toHaveProperty('issues')
      const error = await refused(local()).catch((one: Error) => one)
      expect(JSON.stringify(lines)).toContain(JSON.stringify((error as Error).message))
    })
  })

  it('that are rethrown on purpose are the response', async () => {
    steps['beforeChange'] = async (args) => {
      try {
        await localOf(args).collections.logs.findOne(NOTHING)
      } catch (error) {
        if (error instanceof QuireError) throw new QuireError('conflict', 'There is no log for this.', { cause: error })
      }
    }
    const answer = await send('POST', '/api/collections/orders', { title: 'x' })
    expect(answer).toMatchObject({ status: 409, body: { error: { message: 'There is no log for this.' } } })
  })

  it('that are caught are not reported', async () => {
    steps['beforeChange'] = async (args) => {
      await localOf(args)
        .collections.logs.findOne(NOTHING)
        .catch(() => undefined)
    }
    expect((await send('POST', '/api/collections/orders', { title: 'x' })).status).toBe(201)
  })

  it('thrown as `QuireError` by a nested hook belong only to the nested call', async () => {
    steps['log'] = () => {
      throw new QuireError('conflict', 'Not this one.')
    }
    const seen: unknown[] = []
    steps['beforeChange'] = async (args) => {
      await localOf(args)
        .collections.logs.create({ text: 'y' })
        .catch((error: QuireError) => {
          seen.push(error.code)
          throw error
        })
    }
    expect((await send('POST', '/api/collections/orders', { title: 'x' })).status).toBe(500)
    expect(seen).toEqual(['conflict'])
    await expect(local().collections.logs.create({ text: 'y' })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('in bulk belong to their document, with details only in the log', async () => {
    steps['beforeChange'] = () => local().collections.logs.findOne(NOTHING)
    const body = { action: 'update', ids: [order], data: { title: 'x' } }
    const { results } = (await send('POST', '/api/collections/orders/bulk', body)).body as { results: unknown[] }
    expect(results).toMatchObject([{ ok: false, error: { code: 'internal' } }])
  })
})
