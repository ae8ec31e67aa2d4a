import { audit } from '@quirecms/audit'
import { must } from '@quirecms/testkit'
import { auditClient } from '@quirecms/audit/client'
import type { KeyScopes } from '@quirecms/core'
import { webhooks } from '@quirecms/webhooks'
import { webhooksApi } from '@quirecms/webhooks/api'
import { collection, defineConfig, f, type RuleArguments } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, SECRET, startReceiver } from '../webhooks/receiver.ts'
import { type Recorded, recorded } from './recorded.ts'

const hasRole =
  (...roles: readonly string[]) =>
  ({ actor }: RuleArguments) =>
    roles.includes(String(actor?.['role']))
const everybody = () => true
const isAdmin = hasRole('admin')
const isEditor = hasRole('admin', 'editor')

const LOG = '/api/plugins/audit'
const WEBHOOKS = '/api/plugins/webhooks'
const ROLES = ['admin', 'editor', 'read-only', 'guest'] as const
type Role = (typeof ROLES)[number]

/** Result for each role: a status and, for the log, whose entries. */
type Row = Readonly<Record<Role, string | number>>
type Matrix = Readonly<Record<'activity' | 'webhooks', Readonly<Record<string, Row>>>>

const BY_DEFAULT: Matrix = {
  activity: {
    rights: { admin: '200 others', editor: '200 own', 'read-only': '200 own', guest: '200 own' },
    list: { admin: '200 others', editor: '200 own', 'read-only': '200 own', guest: '200 own' },
    entry: { admin: 200, editor: 404, 'read-only': 404, guest: 404 },
    'own entry': { admin: 200, editor: 200, 'read-only': 200, guest: 200 },
    'list of the account of another user': { admin: 200, editor: 403, 'read-only': 403, guest: 403 },
    'list of the own account': { admin: 200, editor: 200, 'read-only': 200, guest: 200 },
    export: { admin: '200 others', editor: 403, 'read-only': 403, guest: 403 },
    verify: { admin: 200, editor: 403, 'read-only': 403, guest: 403 },
  },
  webhooks: {
    list: { admin: 200, editor: 403, 'read-only': 403, guest: 403 },
    'list of endpoints': { admin: 200, editor: 403, 'read-only': 403, guest: 403 },
    delivery: { admin: 200, editor: 403, 'read-only': 403, guest: 403 },
    test: { admin: 201, editor: 403, 'read-only': 403, guest: 403 },
    'try again': { admin: 200, editor: 403, 'read-only': 403, guest: 403 },
    'send again': { admin: 201, editor: 403, 'read-only': 403, guest: 403 },
  },
}

const opened = (row: Row): Row => ({ ...row, editor: must(row.admin, 'answer'), 'read-only': 403, guest: 403 })

/** With `access: isEditor`, editors see what admins see, and all others see nothing. */
const WITH_A_RULE: Matrix = {
  activity: {
    ...Object.fromEntries(Object.entries(BY_DEFAULT.activity).map(([action, row]) => [action, opened(row)])),
    // The user's own account is not part of the log.
    'list of the own account': must(BY_DEFAULT.activity['list of the own account'], 'row'),
  },
  webhooks: Object.fromEntries(Object.entries(BY_DEFAULT.webhooks).map(([action, row]) => [action, opened(row)])),
}

const newsroom = (url: string, access?: (args: RuleArguments) => boolean) =>
  defineConfig({
    admin: { users: 'users' },
    collections: {
      users: collection({
        auth: true,
        fields: { name: f.text(), role: f.text() },
        access: { read: everybody, readVersions: everybody, update: isAdmin, manageKeys: isAdmin },
      }),
      notes: collection({
        fields: { title: f.text() },
        access: { read: everybody, create: isEditor, update: isEditor, delete: isAdmin },
      }),
    },
    plugins: [
      webhooks({
        endpoints: { search: { url, secret: SECRET, privateNetwork: true, collections: ['notes'] } },
        ...(access && { access }),
      }),
    ],
  })

describe.each([
  ['by default, with the right to manage keys', undefined, BY_DEFAULT],
  ['with a rule in the configuration', isEditor, WITH_A_RULE],
] as const)('actions of other users: %s', (_name, access, matrix) => {
  let receiver: Receiver
  let log: Recorded
  const people = new Map<Role, Awaited<ReturnType<Recorded['user']>>>()
  const person = (role: Role) => must(people.get(role), role)
  let others: string
  let delivery: string
  beforeAll(async () => {
    receiver = await startReceiver()
    log = await recorded(newsroom(receiver.url, access), 'sqlite', { chain: true, ...(access && { access }) })
    for (const role of ROLES) people.set(role, await log.user(role, { role }))
    const { body } = await log.send('POST', '/api/collections/notes', {
      token: person('admin').token,
      body: { title: 'A' },
    })
    others = must((await log.entries({ documentId: { equals: body.doc.id } }))[0], 'entry').id
    await log.app.runJobs()
    const sent = await log.send('GET', `${WEBHOOKS}/deliveries`, { token: person('admin').token })
    delivery = sent.body.docs[0].id
  })
  afterAll(async () => {
    await log.close()
    await receiver.close()
  })

  const pathOf = async (screen: keyof Matrix, action: string, role: Role): Promise<string> => {
    const own = must((await log.entries({ 'actor.id': { equals: person(role).id } }))[0], 'own entry').id
    const paths: Readonly<Record<string, string>> = {
      'activity rights': `GET ${LOG}/rights`,
      'activity list': `GET ${LOG}/entries?limit=100`,
      'activity entry': `GET ${LOG}/entries/${others}`,
      'activity own entry': `GET ${LOG}/entries/${own}`,
      'activity list of the account of another user': `GET /api/collections/users/${person(role === 'admin' ? 'guest' : 'admin').id}/audit`,
      'activity list of the own account': `GET /api/collections/users/${person(role).id}/audit`,
      'activity export': `GET ${LOG}/entries.ndjson`,
      'activity verify': `GET ${LOG}/verify`,
      'webhooks list': `GET ${WEBHOOKS}/deliveries`,
      'webhooks list of endpoints': `GET ${WEBHOOKS}/endpoints`,
      'webhooks delivery': `GET ${WEBHOOKS}/deliveries/${delivery}`,
      'webhooks test': `POST ${WEBHOOKS}/endpoints/search/test`,
      'webhooks try again': `POST ${WEBHOOKS}/endpoints/search/retry`,
      'webhooks send again': `POST ${WEBHOOKS}/deliveries/${delivery}/redeliver`,
    }
    return must(paths[`${screen} ${action}`], action)
  }

  /** A status, and whose entries the answer contains. */
  async function answer(screen: keyof Matrix, action: string, role: Role): Promise<string | number> {
    const { id, token } = person(role)
    const [method = '', path = ''] = (await pathOf(screen, action, role)).split(' ')
    const { status, body, text } = await log.send(method, path, { token })
    if (status !== 200 || screen === 'webhooks') return status
    if (action === 'rights') return `200 ${body.others === true ? 'others' : 'own'}`
    if (action !== 'list' && action !== 'export') return status
    const docs: { actor: { id: string } | null }[] =
      action === 'export'
        ? text
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
        : body.docs
    expect(docs.length).toBeGreaterThan(0)
    return `200 ${docs.every(({ actor }) => actor?.id === id) ? 'own' : 'others'}`
  }

  for (const screen of ['activity', 'webhooks'] as const)
    it.each(Object.entries(matrix[screen]))(`${screen}: %s`, async (action, row) => {
      const found: Record<string, string | number> = {}
      for (const role of ROLES) found[role] = await answer(screen, action, role)
      expect(found).toEqual(row)
    })

  const everything = { collections: { '*': ['*'] }, plugins: { '*': ['*'] } } as const
  const ways: Readonly<Record<string, KeyScopes | undefined>> = {
    'in process': undefined,
    'with a key that may do everything': everything,
    'with a key for the plugins': { plugins: { audit: ['*'], webhooks: ['*'] } },
  }

  it.each(Object.entries(ways))('is the same %s', async (_way, scopes) => {
    const found: Record<string, Record<string, string | number>> = {}
    const codeOf = (error: unknown) => (error as { code?: string }).code ?? String(error)
    for (const role of ROLES) {
      const { id } = person(role)
      const local = log.app.local.as({ id, collection: 'users', role }, scopes ? { scopes } : {})
      const activity = local.plugin(auditClient)
      const hooks = local.plugin(webhooksApi)
      const whose = ({ docs }: { docs: readonly { actor?: { id?: string | null } | null }[] }) =>
        docs.every(({ actor }) => actor?.id === id) ? 'own' : 'others'
      found[role] = {
        list: await activity.entries({ limit: 100 }).then(whose, codeOf),
        verify: await activity.verify({}).then(() => 200, codeOf),
        'list of endpoints': await hooks.endpoints().then(() => 200, codeOf),
        'list of deliveries': await hooks.deliveries({}).then(() => 200, codeOf),
        test: await hooks.test('search').then(() => 201, codeOf),
        'send again': await hooks.redeliver(delivery).then(() => 201, codeOf),
      }
    }
    // A key without collections sees no deliveries, so it can resend none.
    const seesDeliveries = scopes === undefined || scopes === everything
    const sees = { list: 'others', verify: 200, 'list of endpoints': 200, 'list of deliveries': 200 }
    const sends = seesDeliveries ? { test: 201, 'send again': 201 } : { test: 'not_found', 'send again': 'not_found' }
    const none = { verify: 'forbidden', 'list of endpoints': 'forbidden', 'list of deliveries': 'forbidden' }
    const closed = { ...none, test: 'forbidden', 'send again': 'forbidden' }
    const byDefault = { ...closed, list: 'own' }
    const least = access ? { ...closed, list: 'forbidden' } : byDefault
    expect(found).toEqual({
      admin: { ...sees, ...sends },
      editor: access ? { ...sees, ...sends } : byDefault,
      'read-only': least,
      guest: least,
    })
  })

  it('are hidden from keys with other scopes', async () => {
    const { id } = person('admin')
    const local = log.app.local.as(
      { id, collection: 'users', role: 'admin' },
      { scopes: { collections: { '*': ['*'] } } },
    )
    const calls = [local.plugin(auditClient).entries({}), local.plugin(webhooksApi).test('search')]
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('are hidden from callers who are not signed in', async () => {
    for (const screen of ['activity', 'webhooks'] as const)
      for (const action of Object.keys(matrix[screen])) {
        const [method = '', path = ''] = (await pathOf(screen, action, 'admin')).split(' ')
        // Without the audit of accounts, whose own rule is open to everyone in this table.
        if (path.includes('/collections/')) continue
        expect([action, (await log.send(method, path)).status]).toEqual([action, 401])
      }
  })

  it('are not revealed by a refused request, in the log or outside', async () => {
    await log.app.runJobs()
    const count = async () => (await log.entries({ action: { equals: 'export' } })).length
    const before = [await count(), receiver.received.length]
    for (const path of [`${WEBHOOKS}/endpoints/search/test`, `${WEBHOOKS}/deliveries/${delivery}/redeliver`])
      await log.send('POST', path, { token: person('read-only').token })
    await log.send('GET', `${LOG}/entries.csv`, { token: person('read-only').token })
    await log.app.runJobs()
    expect([await count(), receiver.received.length]).toEqual(before)
  })
})

it('refuses a rule that is not a function', () => {
  // @ts-expect-error -- JavaScript can say this
  expect(() => audit({ access: true })).toThrow('audit.access: must be a function')
  // @ts-expect-error -- JavaScript can say this
  expect(() => webhooks({ endpoints: {}, access: true })).toThrow('webhooks.access: must be a function')
})
