import { type Entity, resolveApplication } from '@quire/core'
import { createTestApp, type AnyTestApp } from '@quire/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything } from '../sdk/everything.ts'
import { makeUser } from './people.ts'

const { collections, globals, service } = resolveApplication(everything)
const entities = [...Object.values(collections), ...Object.values(globals)]

/** What comes without credentials, or with others than keys, or does only what it asks further rules for. */
const OPEN = new Set([
  'upsert',
  'access',
  'bulk',
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
  'forgotPassword',
  'resetPassword',
  'requestVerification',
  'verify',
  'acceptInvitation',
  'listInvitations',
  'resendInvitation',
  'withdrawInvitation',
])
const OPEN_OF_SERVICE = new Set([
  'accessToAll',
  'countsOfAll',
  'searchInAll',
  'documentsOfAll',
  'plannedInAll',
  'me',
  'revokePreviewToken',
])

function actionsOf({ operations, rights }: Entity): string[] {
  const named = Object.values(operations).flatMap(({ capability, rule }) =>
    capability && rule ? [capability.name] : [],
  )
  return [...new Set([...named, ...rights.map(({ name }) => name)])]
}

const rows = entities.flatMap((entity) =>
  Object.values(entity.operations)
    .filter(({ name }) => !OPEN.has(name))
    .map((operation) => ({ entity, operation, what: `${entity.slug}: ${operation.name}` })),
)

describe('every operation asks the scopes of a key', () => {
  let test: AnyTestApp
  let actor: { id: string; collection: string }

  beforeAll(async () => {
    test = await createTestApp(everything)
    const { id } = await makeUser(test, { name: 'Ada' })
    actor = { id, collection: 'users' }
  })
  afterAll(() => test.close())

  /** What a call with these scopes is refused for by its key; null if it is not, whatever else came of it. */
  async function refusal(
    { entity, operation }: (typeof rows)[number],
    actions: readonly string[],
  ): Promise<string | null> {
    const local = test.local.as(actor, {
      scopes: { collections: { [entity.slug]: actions }, globals: { [entity.slug]: actions } },
    })
    const methods =
      operation.endpoint.base === 'auth'
        ? local.users(entity.slug)
        : entity.kind === 'global'
          ? local.global(entity.slug)
          : local.collection(entity.slug)
    const args = operation.local.args.map((name) =>
      name === 'body' ? (BODIES[operation.name] ?? {}) : (PARAMS[name] ?? ID),
    )
    try {
      await methods[operation.local.method]?.(...args)
      return null
    } catch (error) {
      const { code, message } = error as { code: string; message: string }
      return code === 'forbidden' && message.startsWith('This key may not') ? message : null
    }
  }

  it.each(rows)('$what', async (row) => {
    const { operation, entity } = row
    const { rule, capability } = operation
    const own = capability?.name ?? rule
    expect(own, 'an operation of documents has a rule, or a reason to be listed above').toBeDefined()
    const all = actionsOf(entity)
    const others = all.filter((action) => action !== own)
    expect(await refusal(row, others)).toMatch(`This key may not do "${own}" in "${entity.slug}"`)
    // What else it takes are rights that go with it.
    expect(await refusal(row, all)).toBeNull()
  })

  it('and so does the service, of what is not about documents', async () => {
    const local = test.local.as(actor, { scopes: { collections: { '*': ['*'] }, globals: { '*': ['*'] } } })
    const refused: string[] = []
    for (const {
      name,
      local: { method, args, on },
    } of Object.values(service.operations)) {
      const [group = '', own] = method.split('.')
      const first: unknown = Reflect.get(on === 'application' ? local : local.account, group)
      const call = (own === undefined ? first : Reflect.get(first as object, own)) as (
        ...args: unknown[]
      ) => Promise<unknown>
      const outcome = await call(...args.map((one) => (one === 'body' ? {} : ID))).catch(
        (error: Error) => error.message,
      )
      if (String(outcome).startsWith('This key may not')) refused.push(name)
    }
    const all = Object.keys(service.operations)
    expect(refused.toSorted()).toEqual(all.filter((name) => !OPEN_OF_SERVICE.has(name)).toSorted())
  })
})

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'

/** Sound enough to be looked at. */
const BODIES: Readonly<Record<string, object>> = {
  createUser: { data: { email: 'new@example.com' }, password: 'correct horse' },
  createUserApiKey: { name: 'k' },
  invite: { data: { email: 'guest@example.com' } },
  copyLocale: { from: 'en', to: 'de' },
  schedule: { runAt: '2100-01-01T00:00:00.000Z', action: 'publish' },
  comment: { body: 'A word' },
  editComment: { body: 'Another word' },
  changeJoin: { additions: [ID] },
  updateImage: { focalPoint: { x: 1, y: 1 } },
  remoteUpload: { url: 'https://files.example.com/a.png' },
  create: { title: 'Title', file: new Blob(['x']) },
}

const PARAMS: Readonly<Record<string, string | number>> = { 'params.revision': 1, 'params.field': 'posts' }
