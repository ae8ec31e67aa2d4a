import { type RuleArguments, collection, defineConfig, f } from 'quirecms'

const everybody = () => true
const staff = ({ actor }: RuleArguments) => actor?.['role'] === 'editor'
const access = { read: everybody, create: staff, update: staff, delete: staff }

/** Lockable documents, documents that reference them, and a collection without locks. */
const newsroom = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    posts: collection({
      trash: true,
      fields: {
        title: f.text({ localized: true }),
        topic: f.relationship({ to: 'topics', onDelete: 'clear' }),
      },
      access,
    }),
    topics: collection({
      locks: { duration: '1m' },
      fields: { name: f.text(), posts: f.join({ collection: 'posts', on: 'topic', writable: true }) },
      access,
    }),
    open: collection({
      fields: { name: f.text() },
      access: { read: everybody, create: everybody, update: everybody, delete: everybody },
    }),
    own: collection({
      fields: { owner: f.text(), secret: f.checkbox() },
      access: {
        read: () => ({ secret: { not_equals: true } }),
        create: staff,
        update: ({ actor }) => (actor ? { owner: { equals: actor.id } } : false),
        delete: staff,
      },
    }),
    free: collection({ locks: false, fields: { name: f.text() }, access }),
    users: collection({ auth: { apiKeys: true }, trash: true, fields: { role: f.text() }, access }),
  },
})

export const ada = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users', role: 'editor' }
export const bob = { id: '01890000-0000-7000-8000-00000000000b', collection: 'users', role: 'editor' }
/** Another user with the same id, in another collection. */
const twin = { ...ada, collection: 'members' }
const reader = { id: '01890000-0000-7000-8000-00000000000c', collection: 'users', role: 'reader' }

export const time = { now: Date.parse('2026-03-01T12:00:00.000Z') }

export const setup = {
  config: newsroom,
  actors: { ada, bob, twin, reader },
  clock: () => new Date(time.now),
}

export const MINUTE = 60_000
