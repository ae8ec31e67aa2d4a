import type { Entity } from '@quirecms/core'
import { createTestApp, must, type AnyTestApp, resolveApplication } from '@quirecms/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runs } from '../../setup/runs.ts'
import { everything } from '../../http/sdk/everything.ts'
import { makeUser } from './people.ts'

const { collections, globals, service } = resolveApplication(everything)
const entities = [...Object.values(collections), ...Object.values(globals)]

/** Operations without credentials or with other ones than keys, and those that check further rules. */
const OPEN = new Set([
  'upsert',
  'access',
  'bulk',
  'export',
  'import',
  'startBulk',
  'transfers',
  'transfer',
  'transferFile',
  'preview',
  'bootstrap',
  'login',
  'secondFactor',
  'passkeyOptions',
  'passkeyLogin',
  'providers',
  'startSignIn',
  'finishSignIn',
  'signInWithCode',
  'endedAtProvider',
  'forgotPassword',
  'resetPassword',
  'requestVerification',
  'verify',
  'acceptInvitation',
  'createInvitationLink',
  'listInvitations',
  'listSignIns',
  'resendInvitation',
  'withdrawInvitation',
])
const OPEN_OF_SERVICE = new Set([
  'accessToAll',
  'countsOfAll',
  'searchInAll',
  'documentsOfAll',
  'scheduledInAll',
  'startPage',
  'readChanges',
  'streamChanges',
  'me',
  'revokePreviewToken',
])

function actionsOf({ operations, capabilities }: Entity): string[] {
  const named = Object.values(operations).flatMap(({ capability, rule }) =>
    capability && rule ? [capability.name] : [],
  )
  return [...new Set([...named, ...capabilities.map(({ name }) => name)])]
}

const rows = entities.flatMap((entity) =>
  Object.values(entity.operations)
    .filter(({ name }) => !OPEN.has(name))
    .map((operation) => ({ entity, operation, what: `${entity.slug}: ${operation.name}` })),
)

type Row = (typeof rows)[number]

const scopesFor = ({ entity: { slug } }: Row, actions: readonly string[]) => ({
  scopes: { collections: { [slug]: actions }, globals: { [slug]: actions } },
})

/** Result of a call: its error, or null. */
async function outcomeOf(
  local: ReturnType<AnyTestApp['local']['as']>,
  { entity: { kind, slug }, operation }: Row,
): Promise<{ code: string; message: string }> {
  const { endpoint, local: called, name } = operation
  const methods =
    endpoint.base === 'auth' ? local.users(slug) : kind === 'global' ? local.global(slug) : local.collection(slug)
  const args = called.args.map((one) => (one === 'body' ? (BODIES[name] ?? {}) : (PARAMS[one] ?? ID)))
  try {
    await methods[called.method]?.(...args, ...(name in OPTIONS ? [OPTIONS[name]] : []))
    return { code: 'ok', message: '' }
  } catch (error) {
    return error as { code: string; message: string }
  }
}

describe('every operation checks the scopes of a key', () => {
  let test: AnyTestApp
  let actor: { id: string; collection: string }

  beforeAll(async () => {
    test = await createTestApp(everything)
    const { id } = await makeUser(test, { name: 'Ada' })
    actor = { id, collection: 'users' }
  })
  afterAll(() => test.close())

  /** The refusal that a key with these scopes causes; null if the key is not the reason. */
  async function refusal(row: Row, actions: readonly string[]): Promise<string | null> {
    const { code, message } = await outcomeOf(test.local.as(actor, scopesFor(row, actions)), row)
    return code === 'forbidden' && message.startsWith('This key may not') ? message : null
  }

  it.each(rows)('$what', async (row) => {
    const { operation, entity } = row
    const { rule, capability } = operation
    const own = capability?.name ?? rule
    expect(own, 'an operation of documents has a rule, or a reason to be listed above').toBeDefined()
    const all = actionsOf(entity)
    const others = all.filter((action) => action !== own)
    expect(await refusal(row, others)).toMatch(`This key may not do "${own}" in "${entity.slug}"`)
    // Further actions are rights that belong to it.
    expect(await refusal(row, all)).toBeNull()
  })

  it('and so do operations of the service without documents', async () => {
    const local = test.local.as(actor, { scopes: { collections: { '*': ['*'] }, globals: { '*': ['*'] } } })
    const refused: string[] = []
    // Operations without a method: tests/engine/jobs/access.test.ts tests those of jobs.
    const withMethods = Object.values(service.operations).filter((one) => one.local.on !== 'nothing')
    for (const {
      name,
      local: { method, args, on },
    } of withMethods) {
      const [group = '', own] = method.split('.')
      const place = on === 'application' ? local : on === 'queue' ? local.queue : local.account
      const first: unknown = Reflect.get(place, group)
      const call = (own === undefined ? first : Reflect.get(first as object, own)) as (
        ...args: unknown[]
      ) => Promise<unknown>
      const asked = call(...args.map((one) => (one === 'body' ? {} : ID)))
      // The feed is a stream that stays open until the client leaves.
      const outcome = await Promise.resolve(asked).catch((error: Error) => error.message)
      if (String(outcome).startsWith('This key may not')) refused.push(name)
    }
    const all = withMethods.map(({ name }) => name)
    expect(refused.toSorted()).toEqual(all.filter((name) => !OPEN_OF_SERVICE.has(name)).toSorted())
  })
})

/** Result of each rule, by collection or global. */
let verdicts: Readonly<Record<string, boolean>> = {}
const ruled = (slug: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, () => verdicts[`${slug}.${name}`] ?? true]))
const { posts, people, media, users } = everything.collections
const { settings } = must(everything.globals, 'globals')
const OF_DRAFTS = ['readDrafts', 'readVersions', 'publish']
const OF_ALL = ['read', 'create', 'update', 'delete']
const RULES: Readonly<Record<string, readonly string[]>> = {
  posts: [...OF_ALL, ...OF_DRAFTS, 'deletePermanent'],
  people: OF_ALL,
  media: [...OF_ALL, 'deletePermanent'],
  users: [...OF_ALL, 'unlock', 'manageKeys'],
  settings: ['read', 'update', ...OF_DRAFTS],
}
const withRules = <Ruled>(slug: string, entity: Ruled): Ruled => ({
  ...entity,
  access: ruled(slug, RULES[slug] ?? []),
})

/** Actions that an operation requires besides its own, and besides reading its document. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  schedule: ['publish'],
  restore: ['publish'],
  createUserApiKey: ['update'],
  rotateUserApiKey: ['update'],
}
/** Operations that create documents, and those that find none without reading them. */
const ALONE = new Set([
  'create',
  'createUser',
  'invite',
  'remoteUpload',
  'scheduledAll',
  'versions',
  'version',
  'presence',
])

function isInScope({ operation: { name, rule, capability } }: Row, actions: readonly string[]): boolean {
  // Unlike a token, it shows the draft itself.
  const also = name === 'renderPreview' && rule ? [rule] : (ALSO[name] ?? [])
  const needed = [capability?.name ?? rule ?? '', ...(ALONE.has(name) ? [] : ['read']), ...also]
  return needed.every((action) => actions.includes(action))
}

describe('a key permits what its user may do and its scopes include', () => {
  let test: AnyTestApp
  let actor: { id: string; collection: string }
  beforeAll(async () => {
    const config = {
      ...everything,
      collections: {
        posts: withRules('posts', posts),
        people: withRules('people', people),
        media: withRules('media', media),
        users: withRules('users', users),
      },
      globals: { settings: withRules('settings', settings) },
    }
    test = await createTestApp(config)
    const { id } = await makeUser(test, { name: 'Ada' })
    actor = { id, collection: 'users' }
  })
  afterAll(() => test.close())

  const isRefused = ({ code }: { code: string }) => code === 'forbidden' || code === 'unauthenticated'
  const call = fc.constantFrom(...rows).chain((row) =>
    fc.record({
      row: fc.constant(row),
      actions: fc.subarray(actionsOf(row.entity)),
      said: fc.dictionary(
        fc.constantFrom(...(RULES[row.entity.slug] ?? []).map((rule) => `${row.entity.slug}.${rule}`)),
        fc.boolean(),
      ),
    }),
  )

  it('whatever the rules say, for every call', async () => {
    const property = fc.asyncProperty(call, async ({ row, actions, said }) => {
      verdicts = said
      const byUser = isRefused(await outcomeOf(test.local.as(actor), row))
      const byKey = isRefused(await outcomeOf(test.local.as(actor, scopesFor(row, actions)), row))
      expect([row.what, actions, said, byKey]).toEqual([row.what, actions, said, byUser || !isInScope(row, actions)])
    })
    await fc.assert(property, runs(200))
  })
})

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'

/** Bodies that pass the first checks. */
const BODIES: Readonly<Record<string, object>> = {
  renderPreview: { data: {} },
  createUser: { data: { email: 'new@example.com' }, password: 'correct horse' },
  createUserApiKey: { name: 'k' },
  invite: { data: { email: 'guest@example.com' } },
  copyLocale: { from: 'en', to: 'de' },
  nameVersion: { name: 'As approved' },
  schedule: { runAt: '2100-01-01T00:00:00.000Z', action: 'publish' },
  comment: { body: 'A word' },
  editComment: { body: 'Another word' },
  changeJoin: { additions: [ID] },
  updateImage: { focalPoint: { x: 1, y: 1 } },
  remoteUpload: { url: 'https://files.example.com/a.png' },
  create: { title: 'Title', file: new Blob(['x']) },
}

/** Required options of calls. */
const OPTIONS: Readonly<Record<string, object>> = { distinct: { field: 'id' } }

const PARAMS: Readonly<Record<string, string | number>> = { 'params.revision': 1, 'params.field': 'posts' }
