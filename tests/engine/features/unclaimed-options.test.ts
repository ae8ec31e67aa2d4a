import { collection, ConfigurationError, f, global, type QuireConfig } from '@quirecms/core'
import { describe, expect, test } from 'vitest'
import { everyFeature } from '@quirecms/features/usual'
import { resolveManifest } from '../../../packages/core/src/manifest/resolve.ts'
import { bulkOf } from '../../../packages/core/src/operations/bulk.ts'

const FEATURES = await everyFeature()

function isGone(name: string, without: readonly string[]): boolean {
  if (without.includes(name)) return true
  return FEATURES.some((feature) => feature.name === name && (feature.needs ?? []).some((one) => isGone(one, without)))
}

/** Problems of a configuration in an application without these features and those that build on them. */
function problemsOf(config: QuireConfig, without: readonly string[] = []): readonly string[] {
  const features = FEATURES.filter(({ name }) => !isGone(name, without))
  try {
    resolveManifest(config, { features, bulk: bulkOf })
    return []
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return error.problems.map(({ place, message }) => `${place}: ${message}`)
  }
}

const fields = { title: f.text() }
const users = collection({ auth: true, fields: {} })

interface Row {
  readonly feature: string
  readonly place: string
  readonly config: QuireConfig
  /** Further configuration. */
  readonly also?: readonly string[]
}

const rows: readonly Row[] = [
  {
    feature: 'trash',
    place: 'collections.posts.trash',
    config: { collections: { posts: collection({ trash: true, fields }) } },
  },
  {
    feature: 'trash',
    place: 'collections.posts.trash',
    config: { collections: { posts: collection({ trash: { retention: '30d' }, fields }) } },
  },
  {
    feature: 'versions',
    place: 'collections.posts.versions',
    config: { collections: { posts: collection({ versions: true, fields }) } },
  },
  {
    feature: 'versions',
    place: 'globals.site.versions',
    config: { collections: {}, globals: { site: global({ versions: { max: 5 }, fields }) } },
  },
  {
    feature: 'drafts',
    place: 'collections.posts.versions.drafts',
    config: { collections: { posts: collection({ versions: { drafts: true }, fields }) } },
    also: ['schedule'],
  },
  {
    feature: 'drafts',
    place: 'globals.site.versions.drafts',
    config: { collections: {}, globals: { site: global({ versions: { drafts: { autosave: true } }, fields }) } },
    also: ['schedule'],
  },
  {
    feature: 'schedule',
    place: 'globals.site.versions.drafts.schedule',
    config: { collections: {}, globals: { site: global({ versions: { drafts: { schedule: true } }, fields }) } },
  },
  {
    feature: 'uploads',
    place: 'collections.media.upload',
    config: { collections: { media: collection({ upload: true, fields }) } },
  },
  {
    feature: 'locks',
    place: 'collections.posts.locks',
    config: { collections: { posts: collection({ locks: { duration: '1m' }, fields }) } },
  },
  {
    feature: 'search',
    place: 'collections.posts.search',
    config: { collections: { posts: collection({ search: { fields: { title: 1 } }, fields }) } },
  },
  {
    feature: 'authors',
    place: 'collections.posts.authors',
    config: { collections: { users, posts: collection({ authors: true, fields }) } },
  },
  {
    feature: 'comments',
    place: 'collections.posts.comments',
    config: { collections: { users, posts: collection({ comments: true, fields }) } },
  },
  {
    feature: 'preview',
    place: 'globals.site.preview',
    config: { collections: { users }, globals: { site: global({ preview: { lifetime: '1h' }, fields }) } },
  },
  { feature: 'auth', place: 'collections.users.auth', config: { collections: { users } } },
  {
    feature: 'trees',
    place: 'collections.pages.fields.parent.tree',
    config: {
      collections: { pages: collection({ fields: { parent: f.relationship({ to: 'pages', tree: true }) } }) },
    },
  },
  {
    feature: 'joins',
    place: 'collections.people.fields.more.posts.writable',
    config: {
      collections: {
        posts: collection({ fields: { author: f.relationship({ to: 'people' }) } }),
        people: collection({
          fields: {
            more: f.group({ fields: { posts: f.join({ collection: 'posts', on: 'author', writable: true }) } }),
          },
        }),
      },
    },
  },
]

describe('an option that no feature claims stops the start', () => {
  test.each(rows)('$place without $feature', ({ feature, place, config, also = [] }) => {
    expect(problemsOf(config)).toEqual([])
    expect(problemsOf(config, [feature, ...also])).toEqual([
      `${place}: has no effect, because this application lacks the feature that it belongs to: add the feature, or leave the option out`,
    ])
  })

  test('all of them are reported at once', () => {
    const config: QuireConfig = {
      collections: {
        posts: collection({ trash: true, versions: true, fields }),
        pages: collection({ trash: true, fields }),
      },
    }
    const places = problemsOf(config, ['trash', 'versions']).map((problem) => problem.split(':')[0])
    expect(places).toEqual(['collections.posts.trash', 'collections.posts.versions', 'collections.pages.trash'])
  })

  test('a disabled option needs no feature', () => {
    const config: QuireConfig = {
      collections: { posts: collection({ trash: false, versions: false, locks: false, fields }) },
      globals: { site: global({ versions: { drafts: false }, fields }) },
    }
    expect(problemsOf(config, ['trash', 'locks', 'drafts', 'schedule'])).toEqual([])
  })

  test('an option that needs users is reported in an application without them', () => {
    const config: QuireConfig = {
      collections: { posts: collection({ preview: { lifetime: '1h' }, fields }) },
      globals: { site: global({ authors: true, comments: true, fields }) },
    }
    const needs = 'needs users, but no collection has `auth`: add one, or leave this out'
    expect(problemsOf(config)).toEqual([
      `collections.posts.preview: ${needs}`,
      `globals.site.authors: ${needs}`,
      `globals.site.comments: ${needs}`,
    ])
  })
})

/** Misspelled options, at every depth: `[path, suggestion]`. */
const slips: readonly (readonly [place: string, meant: string | null, config: object])[] = [
  ['colections', 'collections', { collections: {}, colections: {} }],
  ['server.trustproxy', 'trustProxy', { collections: {}, server: { trustproxy: true } }],
  [
    'server.cors.origin',
    'origins',
    { collections: {}, server: { cors: { origins: ['https://a.example'], origin: 'x' } } },
  ],
  ['server.rateLimit.windows', 'window', { collections: {}, server: { rateLimit: { windows: '1s' } } }],
  [
    'database.poolsize',
    'poolSize',
    { collections: {}, database: { dialect: 'postgres', url: 'postgres://localhost/app', poolsize: 5 } },
  ],
  ['admin.user', 'users', { collections: { users }, admin: { user: 'users' } }],
  [
    'email.auth.password',
    null,
    {
      collections: {},
      email: { transport: 'smtp', from: 'a@b.example', auth: { user: 'a', pass: 'b', password: 'c' } },
    },
  ],
  ['storage.pth', 'path', { collections: {}, storage: { kind: 'disk', path: 'x', pth: 'y' } }],
  [
    'localization.fallbacks',
    'fallback',
    { collections: {}, localization: { locales: ['en'], defaultLocale: 'en', fallbacks: {} } },
  ],
  ['collections.posts.trahs', 'trash', { collections: { posts: { fields, trahs: true } } }],
  ['collections.posts.softDelete', null, { collections: { posts: { fields, softDelete: true } } }],
  ['collections.posts.trash.retain', null, { collections: { posts: { fields, trash: { retain: '1d' } } } }],
  ['collections.posts.access.reads', 'read', { collections: { posts: { fields, access: { reads: () => true } } } }],
  [
    'collections.posts.hooks.afterChanges',
    'afterChange',
    { collections: { posts: { fields, hooks: { afterChanges: [] } } } },
  ],
  ['collections.posts.admin.colums', 'columns', { collections: { posts: { fields, admin: { colums: [] } } } }],
  ['collections.posts.versions.draft', 'drafts', { collections: { posts: { fields, versions: { draft: true } } } }],
  ['collections.users.auth.apikeys', 'apiKeys', { collections: { users: { fields: {}, auth: { apikeys: true } } } }],
  [
    'collections.users.auth.lockout.attempt',
    'attempts',
    { collections: { users: { fields: {}, auth: { lockout: { attempt: 3 } } } } },
  ],
  ['collections.media.upload.accept', null, { collections: { media: { fields, upload: { accept: [] } } } }],
  ['globals.site.version', 'versions', { collections: {}, globals: { site: { fields, version: true } } }],
  ['globals.site.trash', null, { collections: {}, globals: { site: { fields, trash: true } } }],
]

describe('an unknown option stops the start, and suggests a similar one', () => {
  test.each(slips)('%s', (place, meant, config) => {
    const [first = ''] = problemsOf(config as QuireConfig)
    const hint = meant === null ? '' : `: did you mean \`${meant}\`?`
    expect(first).toContain(`${place}: is not an option here${hint} (the options are: `)
  })

  test('of fields, too', () => {
    const slip = f.text({ requierd: true } as never)
    const [problem] = problemsOf({ collections: { posts: collection({ fields: { title: slip } }) } })
    expect(problem).toContain(
      'collections.posts.fields.title: `requierd` is not an option here: did you mean `required`?',
    )
  })
})
