import {
  type Actor,
  collection,
  defineConfig,
  f,
  global,
  type HookArguments,
  type JsonObject,
  postgres,
  type QuireConfig,
  type Where,
} from '@quirecms/core'
import { expectTypeOf, test } from 'vitest'
import { config } from './blog.ts'

test('a configuration keeps its exact type and is still a configuration', () => {
  expectTypeOf(config).toExtend<QuireConfig>()
  expectTypeOf<keyof typeof config.collections>().toEqualTypeOf<'users' | 'posts' | 'pages'>()
})

test('inline rules, hooks and validators have typed arguments', () => {
  collection({
    fields: {
      title: f.text({
        validate: ({ value, data, actor }) => (
          expectTypeOf(data).toEqualTypeOf<JsonObject>(), actor && value ? true : 'no'
        ),
        access: { read: ({ actor, operation }) => (expectTypeOf(operation).toBeString(), actor !== null) },
        hooks: { beforeChange: [({ value, path }) => [path.length, value]] },
        default: ({ actor }) => (expectTypeOf(actor).toEqualTypeOf<Actor | null>(), 'x'),
      }),
      full: f.virtual({ value: ({ doc }) => (expectTypeOf(doc).toEqualTypeOf<JsonObject>(), 1) }),
    },
    access: { read: ({ actor }) => (expectTypeOf(actor).toEqualTypeOf<Actor | null>(), true) },
    hooks: { beforeChange: [({ data }) => (expectTypeOf(data).toEqualTypeOf<JsonObject>(), data)] },
  })
})

test('a hook has the arguments of its event', () => {
  collection({
    fields: { title: f.text() },
    hooks: {
      beforeOperation: [({ data }) => void expectTypeOf(data).toEqualTypeOf<JsonObject | undefined>()],
      beforeValidate: [
        ({ data, doc, next }) => {
          expectTypeOf(data).toEqualTypeOf<JsonObject>()
          expectTypeOf(doc).toEqualTypeOf<JsonObject | undefined>()
          expectTypeOf(next).toEqualTypeOf<undefined>()
        },
      ],
      beforeChange: [({ next }) => void expectTypeOf(next).toEqualTypeOf<Readonly<JsonObject>>()],
      afterChange: [
        ({ data, doc, previous }) => {
          expectTypeOf(data).toEqualTypeOf<JsonObject>()
          expectTypeOf(doc).toEqualTypeOf<JsonObject>()
          expectTypeOf(previous).toEqualTypeOf<Readonly<JsonObject> | null>()
        },
      ],
      afterCommit: [({ data }) => void expectTypeOf(data).toEqualTypeOf<JsonObject | undefined>()],
      beforeDelete: [({ data, doc }) => void (expectTypeOf(data).toBeUndefined(), doc['title'])],
      afterDelete: [({ previous }) => void expectTypeOf(previous).toEqualTypeOf<Readonly<JsonObject>>()],
      afterRead: [({ doc }) => void expectTypeOf(doc).toEqualTypeOf<JsonObject>()],
      beforeLogin: [({ doc }) => void expectTypeOf(doc).toEqualTypeOf<JsonObject>()],
    },
  })
})

test('a function for several hooks has the union of their arguments', () => {
  const log = ({ data, doc }: HookArguments) => void [data?.['title'], doc?.['title']]
  collection({ fields: {}, hooks: { beforeChange: [log], afterDelete: [log], afterRead: [log] } })
})

test('a misspelt option is an error at its place', () => {
  // @ts-expect-error not an option
  f.text({ requird: true })
  // @ts-expect-error not an option of this type, even beside others
  f.text({ required: true, min: 3 })
  // @ts-expect-error options are needed
  f.select()
  // @ts-expect-error options are texts
  f.select({ options: [1] })
  // @ts-expect-error a default of the wrong type
  f.number({ default: '3' })
  // @ts-expect-error computed fields cannot be localized
  f.virtual({ value: () => 1, localized: true })
  // @ts-expect-error rich text cannot be unique
  f.richText({ unique: true })
  // @ts-expect-error no such rule
  collection({ fields: {}, access: { read: () => true, raed: () => true } })
  // @ts-expect-error no such option
  collection({ fields: {}, colour: 'red' })
  // @ts-expect-error no such option, inside of one
  collection({ fields: {}, trash: { retain: '1d' } })
  // @ts-expect-error no such option, inside of one
  collection({ fields: {}, versions: { draft: true } })
  // @ts-expect-error no such option, inside of one
  collection({ fields: {}, auth: { apikeys: true } })
  // @ts-expect-error no such option, inside of one
  collection({ fields: {}, upload: { accept: ['image/*'] } })
  // @ts-expect-error no such option, inside of one
  collection({ fields: {}, admin: { colums: ['title'] } })
  // @ts-expect-error a global has no trash
  global({ fields: {}, trash: true })
  // @ts-expect-error no such option, inside of one
  defineConfig({ collections: {}, server: { trustproxy: true } })
  // @ts-expect-error globals cannot be created
  global({ fields: {}, access: { create: () => true } })
  // @ts-expect-error no such option
  defineConfig({ collections: {}, colour: 'red' })
  // @ts-expect-error the default is not one of the locales
  defineConfig({ collections: {}, localization: { locales: ['en', 'de'], defaultLocale: 'fr' } })
  // @ts-expect-error falls back to an unknown locale
  defineConfig({ collections: {}, localization: { locales: ['en'], defaultLocale: 'en', fallback: { en: ['fr'] } } })
  // @ts-expect-error no such unit
  defineConfig({ collections: {}, server: { requestTimeout: '30 parsecs' } })
})

test('the environment may lack the address of the database', () => {
  expectTypeOf(postgres).parameter(0).toEqualTypeOf<string | undefined>()
})

test('durations, logs and compression', () => {
  defineConfig({
    collections: { posts: collection({ cache: '60s', fields: { title: f.text() } }) },
    globals: { site: global({ cache: 60_000, fields: {} }) },
    log: { level: 'warn', requests: false },
    server: { compression: false },
  })
  // @ts-expect-error not a duration
  collection({ cache: '1 minute', fields: {} })
  // @ts-expect-error not a duration
  global({ cache: true, fields: {} })
  // @ts-expect-error not a level
  defineConfig({ collections: {}, log: { level: 'loud' } })
  // @ts-expect-error not an option
  defineConfig({ collections: {}, log: { file: 'x' } })
  // @ts-expect-error on or off
  defineConfig({ collections: {}, server: { compression: 'gzip' } })
})

test('a rule returns a query with existing names, checked at its place', () => {
  const fields = {
    title: f.text({ localized: true }),
    owner: f.relationship({ to: 'users' }),
    seo: f.group({ fields: { text: f.text() } }),
  }
  const loose = (): Where => ({ any: { equals: 1 } })
  collection({
    fields,
    access: {
      read: ({ actor }) =>
        actor ? { or: [{ owner: { equals: actor.id } }, { 'owner.name': { equals: 'x' } }] } : false,
      update: async () => ({
        'seo.text': { contains: 'x' },
        'title.de': { exists: true },
        createdAt: { exists: true },
      }),
      delete: loose,
    },
  })
  // @ts-expect-error There is no "titel" here. Did you mean "title"?
  collection({ fields, access: { read: () => ({ titel: { equals: 'x' } }) } })
  // @ts-expect-error in one of the answers, inside of a list
  collection({ fields, access: { read: ({ actor }) => (actor ? { or: [{ ownr: { equals: actor.id } }] } : false) } })
  // @ts-expect-error inside of a group
  collection({ fields, access: { update: async () => ({ 'seo.txt': { equals: 'x' } }) } })
  // @ts-expect-error There is no "equal" here. Did you mean "equals"?
  collection({ fields, access: { read: () => ({ owner: { equal: 'x' } }) } })
})
