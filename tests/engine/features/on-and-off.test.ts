import { type AnyLocalApi, type JsonObject, pathOf, type QuireConfig } from '@quirecms/core'
import { describeApi } from '@quirecms/server'
import { createTestApp, must, resolveApplication } from '@quirecms/testkit'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { OPERATIONS } from '../../../packages/sdk/src/operation-table.ts'
import { everything } from '../../http/sdk/everything.ts'

/** Every feature off, one after another: no channel may offer anything of it. */
const { posts, people, media, users } = everything.collections
const { settings } = must(everything.globals, 'globals')
const all: QuireConfig = everything
const { author: _author, ...withoutAuthor } = posts.fields
const { posts: _posts, ...withoutJoin } = people.fields
const variants: Readonly<Record<string, QuireConfig>> = {
  nothing: all,
  'the trash': {
    ...all,
    collections: { ...all.collections, posts: { ...posts, trash: false }, media: { ...media, trash: false } },
  },
  drafts: {
    ...all,
    collections: { ...all.collections, posts: { ...posts, versions: true } },
    globals: { settings: { ...settings, fields: settings.fields, versions: true } },
  },
  versions: {
    ...all,
    collections: { ...all.collections, posts: { ...posts, versions: false } },
    globals: { settings: { ...settings, fields: settings.fields, versions: false } },
  },
  comments: {
    ...all,
    collections: { ...all.collections, posts: { ...posts, comments: false } },
    globals: { settings: { ...settings, fields: settings.fields, comments: false } },
  },
  'the change feed': { ...all, changes: false },
  transfers: {
    ...all,
    collections: {
      posts: { ...posts, transfers: false },
      people: { ...people, transfers: false },
      media: { ...media, transfers: false },
      users: { ...users, transfers: false },
    },
  },
  locks: { ...all, collections: { ...all.collections, posts: { ...posts, locks: false } } },
  uploads: { ...all, collections: { posts, people, users } },
  joins: {
    ...all,
    collections: {
      ...all.collections,
      posts: { ...posts, fields: withoutAuthor },
      people: { ...people, fields: withoutJoin },
    },
  },
  'API keys': { ...all, collections: { ...all.collections, users: { ...users, auth: { apiKeys: false } } } },
  'service accounts': {
    ...all,
    collections: { ...all.collections, users: { ...users, auth: { ...users.auth, accounts: { service: false } } } },
  },
  invitations: {
    ...all,
    collections: { ...all.collections, users: { ...users, auth: { ...users.auth, invitations: false } } },
  },
  'passkeys and one-time codes': {
    ...all,
    collections: { ...all.collections, users: { ...users, auth: { apiKeys: true, verification: true } } },
  },
  providers: {
    ...all,
    collections: { ...all.collections, users: { ...users, auth: { ...users.auth, providers: {} } } },
  },
  'recovery, verification and lockout': {
    ...all,
    collections: {
      ...all.collections,
      users: { ...users, auth: { apiKeys: true, recovery: false, verification: false, lockout: false } },
    },
  },
  users: {
    collections: { posts: { ...posts, comments: false }, people, media },
    globals: { settings: { ...settings, fields: settings.fields, comments: false } },
    localization: everything.localization as never,
  },
  globals: { ...all, globals: {} },
  jobs: { ...all, jobs: {} },
  'shared views': { ...all, admin: { users: 'users' } },
}

const NOTHING = '0199c8a0-0000-7000-8000-000000000000'
const VALUES: Readonly<Record<string, string>> = {
  collection: 'posts',
  id: NOTHING,
  identity: NOTHING,
  jobId: NOTHING,
  transferId: NOTHING,
  file: 'content',
  commentId: NOTHING,
  revision: '1',
  field: 'posts',
  key: 'x',
  objectKey: `${'0'.repeat(32)}.png`,
}

describe.each(Object.keys(variants))('without %s', (name) => {
  test('serves exactly what is described, and what the local API and the client have', async () => {
    const config = variants[name] as QuireConfig
    const app = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
    onTestFinished(() => app.close())
    const described = describedOperations(config)
    const calls = clientCalls(config)

    // Every described operation has a method of the client and one of the local API, by the same name.
    const known = new Map(calls.map(({ call, place }) => [call, place]))
    expect([...described].filter((call) => !known.has(call))).toEqual([])
    expect(localMethods(app.local, config).toSorted()).toEqual(
      [...described].map((call) => known.get(call) ?? '').toSorted(),
    )

    // All other methods of the client lead nowhere; described ones are called once with all features on.
    const asked = config === all ? calls : calls.filter(({ call }) => !described.has(call))
    const served: string[] = []
    for (const { call } of asked) {
      const [method = '', template = ''] = call.split(' ')
      const path = template.replaceAll(/\{(\w+)\}/g, (_, param: string) => VALUES[param] ?? '')
      // Endless streams are checked without reading them.
      const isStream = path.endsWith('/stream')
      const { status, text } = await app.request(isStream ? 'HEAD' : method, path)
      if (isStream && status === 404) continue
      if (status !== 405 && !text.includes('There is nothing at this path.')) served.push(call)
    }
    expect(served.toSorted()).toEqual(config === all ? [...described].toSorted() : [])
  })
})

const SERVICE = ['/api/schema', '/api/openapi.json', '/api/docs', '/healthz', '/readyz']

function describedOperations(config: QuireConfig): Set<string> {
  const manifest = resolveApplication(config)
  const entities = [...Object.values(manifest.collections), manifest.service]
  const pages = entities.flatMap((entity) =>
    Object.values(entity.operations).flatMap((one) =>
      one.local.on === 'nothing' ? [`${one.endpoint.method} ${pathOf(entity, one)}`] : [],
    ),
  )
  const { paths } = describeApi({ manifest, info: { title: 'x', version: '1' }, quireVersion: '0' }) as {
    paths: Record<string, JsonObject>
  }
  return new Set(
    Object.entries(paths)
      .filter(([path]) => !SERVICE.includes(path))
      .flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`))
      // Every GET supports HEAD, which has no method.
      .filter((call) => !call.startsWith('HEAD '))
      // Pages for browsers and jobs that are queued by name have none either.
      .filter((call) => !pages.includes(call)),
  )
}

/** All operations with the names of their client methods. */
function clientCalls({ collections, globals = {} }: QuireConfig): { call: string; place: string }[] {
  const slugs = {
    collections: Object.keys(collections),
    globals: Object.keys(globals),
    auth: Object.keys(collections),
    account: [''],
    queue: [''],
    application: [''],
  }
  return Object.entries(OPERATIONS).flatMap(([place, rows]) =>
    slugs[place as keyof typeof slugs].flatMap((slug) =>
      Object.entries<string>(rows).map(([method, row]) => {
        const [verb = '', path = ''] = row.split(' ')
        return { call: `${verb} ${path.replace('{slug}', slug)}`, place: `${place}.${slug}.${method}` }
      }),
    ),
  )
}

/** Methods that exist only in process. */
const IN_PROCESS = ['each', 'createMany', 'updateMany', 'deleteMany']

function localMethods(
  {
    collections,
    globals,
    auth,
    account,
    queue,
    access,
    counts,
    search,
    documents,
    scheduledAll,
    startPage,
    readChanges,
    changes,
  }: AnyLocalApi,
  config: QuireConfig,
): string[] {
  const of = (place: string, members: Readonly<Record<string, object>>, slugs: readonly string[]) =>
    slugs
      .filter((slug) => slug in members)
      .flatMap((slug) =>
        Object.entries(members[slug] ?? {})
          .flatMap(([method, group]: [string, unknown]) =>
            typeof group === 'object' ? Object.keys(group ?? {}).map((own) => `${method}.${own}`) : method,
          )
          .filter((method) => !IN_PROCESS.includes(method))
          .map((method) => `${place}.${slug}.${method}`),
      )
  const slugs = Object.keys(config.collections)
  return [
    ...of('collections', collections, slugs),
    ...of('auth', auth, slugs),
    ...of('globals', globals, Object.keys(config.globals ?? {})),
    ...of('account', { '': account }, ['']),
    ...of('queue', { '': queue }, ['']),
    ...of('application', { '': { access, counts, search, documents, scheduledAll, startPage } }, ['']),
    ...of('application', { '': config.changes ? { readChanges, changes } : {} }, ['']),
  ]
}
